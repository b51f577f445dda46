"""Makes the quote with the client that was generated from the description: sends the form, is refused, fills, fetches.

python quote.py URL STORY, where STORY is JSON {key, template, path, cells, wrong, out} and the form comes by stdin.
Prints what came of it as JSON; the workbook lies at `out`.
"""

import json
import sys
from io import BytesIO
from pathlib import Path

from quote_client import AuthenticatedClient
from quote_client.api.files import download, get_file, put_file
from quote_client.api.tools import edit_xlsx, read_xlsx
from quote_client.models import CardShown, Changed, EditXlsxArguments, Filed, Read, ReadXlsxArguments, Refusal
from quote_client.types import File


def main(url: str, story: dict) -> None:
    client = AuthenticatedClient(base_url=url, token=story["key"], raise_on_unexpected_status=True)
    sent = put_file.sync(story["template"], client=client, body=File(payload=BytesIO(sys.stdin.buffer.read())))
    assert isinstance(sent, Filed), sent
    form = read_xlsx.sync(client=client, body=ReadXlsxArguments(path=story["template"]))
    assert isinstance(form, Read), form

    filling = {"template": story["template"], "path": story["path"], "attach": True}
    wrong = EditXlsxArguments.from_dict({**filling, "cells": story["wrong"]})
    refused = edit_xlsx.sync(client=client, body=wrong, accept_language="en")
    assert isinstance(refused, Refusal), refused
    right = EditXlsxArguments.from_dict({**filling, "cells": story["cells"]})
    filled = edit_xlsx.sync(client=client, body=right)
    assert isinstance(filled, Changed), filled

    assert isinstance(filled.card, CardShown), filled
    assert isinstance(filled.card.url, str), filled

    fetched = get_file.sync(filled.path, client=client)
    assert isinstance(fetched, File), fetched
    linked = download.sync(filled.card.url.rpartition("/")[2], client=client)
    assert isinstance(linked, File), linked
    data = fetched.payload.read()
    assert linked.payload.read() == data
    Path(story["out"]).write_bytes(data)
    print(json.dumps({"places": len(form.places), "refused": refused.to_dict(), "filled": filled.to_dict()}))


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
