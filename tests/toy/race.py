"""One of many processes that make the same call at once: says that it is ready, waits for a word, calls, tells."""

from __future__ import annotations

import json
import sys

from docforge import DocForge, Refusal
from tests.toy import register

if __name__ == "__main__":
    register()
    folder, arguments, caller = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]
    forge = DocForge(folder, caller=caller)
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        print(json.dumps(forge.call("edit_toy", **arguments)))
    except Refusal as refusal:
        print(json.dumps(refusal.to_dict()))
