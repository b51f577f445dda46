// Makes the quote with a client of Node: reads the form, asks for the guide, is refused, fills, and gets a card.
// node client.mjs CLIENT WHERE STORY: CLIENT is "1" or "2 legacy" or "2 modern"; WHERE is a URL or a command as JSON;
// STORY is JSON {template, path, cells, wrong}. Prints what came of it as JSON.
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [which, where, told] = process.argv.slice(2);
const story = JSON.parse(told);
const who = { name: "quote", version: "1" };
const [generation, era] = which.split(" ");
const client =
  generation === "1"
    ? new Client1(who)
    : new Client2(who, { versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" } });
const [Http, Stdio] = generation === "1" ? [Http1, Stdio1] : [Http2, Stdio2];
const transport = where.startsWith("http") ? new Http(new URL(where)) : new Stdio(JSON.parse(where));

await client.connect(transport);
const call = async (name, args) => {
  const result = await client.callTool({ name, arguments: args });
  return { ...result, body: result.structuredContent };
};

const { tools } = await client.listTools();
const form = await call("read_xlsx", { path: story.template });
const enabled = await call("enable_tools", { names: ["edit_xlsx"] });
const filling = { template: story.template, path: story.path, attach: true, guide: enabled.body.guide };
const refused = await call("edit_xlsx", { ...filling, cells: story.wrong });
const filled = await call("edit_xlsx", { ...filling, cells: story.cells });
const version = generation === "1" ? transport.protocolVersion : client.getNegotiatedProtocolVersion();
await client.close();

const links = filled.content.filter((block) => block.type === "resource_link").map((block) => block.uri);
const labels = form.body.places.map((place) => place.label);
console.log(
  JSON.stringify({
    version: version ?? null,
    tools: tools.map((tool) => tool.name),
    labels,
    refused: { isError: refused.isError, ...refused.body },
    refusedText: refused.content[0].text,
    filled: filled.body,
    links,
  }),
);
