// Makes the quote with a client whose types were generated from the description: sends the form, is refused, fills,
// fetches. node quote.ts URL STORY, where STORY is JSON {key, template, path, cells, wrong, form, out}; prints JSON.
import { readFileSync, writeFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/docforge.d.ts";

type Schemas = components["schemas"];
type Arguments = Schemas["EditXlsxArguments"];
interface Story {
  key: string;
  template: string;
  path: string;
  cells: Arguments["cells"];
  wrong: Arguments["cells"];
  form: string;
  out: string;
}

const [url, told] = process.argv.slice(2) as [string, string];
const story = JSON.parse(told) as Story;
const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${story.key}` } });
const must = <T>(value: T | undefined, why: unknown): T => {
  if (value === undefined) throw new Error(JSON.stringify(why));
  return value;
};

// What takes long is answered with a job instead; a quote never takes long.
const isRead = (body: Schemas["Read"] | Schemas["Started"]): body is Schemas["Read"] => "places" in body;
const isChanged = (body: Schemas["Changed"] | Schemas["Started"]): body is Schemas["Changed"] => "action" in body;

const sent = await client.PUT("/v1/files/{path}", {
  params: { path: { path: story.template } },
  body: "", // the description's binary is a string to the generator; the serialiser sends the bytes
  bodySerializer: () => readFileSync(story.form),
  headers: { "Content-Type": "application/octet-stream" },
});
must(sent.data?.version, sent.error);

const form = await client.POST("/v1/tools/read_xlsx", { body: { path: story.template } });
const filling = { template: story.template, path: story.path, attach: true };
const refused = await client.POST("/v1/tools/edit_xlsx", {
  body: { ...filling, cells: story.wrong },
  params: { header: { "Accept-Language": "en" } },
});
const filled = await client.POST("/v1/tools/edit_xlsx", { body: { ...filling, cells: story.cells } });
const made = must(filled.data, filled.error);
const read = must(form.data, form.error);
if (!isChanged(made) || !isRead(read)) throw new Error("a job, where none was awaited");
const fetched = await client.GET("/v1/files/{path}", {
  params: { path: { path: made.path } },
  parseAs: "arrayBuffer",
});
writeFileSync(story.out, Buffer.from(must(fetched.data, fetched.error)));

const refusal: Schemas["Refusal"] = must(refused.error, refused.data);
console.log(JSON.stringify({ places: read.places.length, refused: refusal, filled: made }));
