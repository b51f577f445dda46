"""Code that tries to break out, line by line. A line that gets what it wants prints PWNED.

Fields in double angle brackets are filled from a live target: a service with secrets, sockets and files.
"""

from __future__ import annotations

ALONE = "try:\n    {line}\nexcept BaseException as fault:\n    print('held', type(fault).__name__)\n"
HEAD = "import os, sys, io, _io\n"


def lines(*tries: str) -> str:
    """Each line is tried by itself."""
    return HEAD + "".join(ALONE.replace("{line}", line) for line in tries)


READING = {
    "passwd by open": lines("print('PWNED' if 'root:' in open('/etc/passwd').read() else '')"),
    "passwd by lower ways": lines(
        "print('PWNED', _io.FileIO('/etc/passwd').read(9))",
        "print('PWNED', os.read(os.open('/etc/passwd', 0), 9))",
        "import posix; print('PWNED', posix.open('/etc/passwd', 0))",
        "print('PWNED', _io.open('/etc/passwd').read(9))",
        "import codecs; print('PWNED', codecs.open('/etc/passwd').read(9))",
    ),
    "passwd by XML": lines(
        "from lxml import etree; got = etree.tostring(etree.fromstring(b'<!DOCTYPE a [<!ENTITY x SYSTEM "
        '"file:///etc/passwd">]><a>&x;</a>\', etree.XMLParser(resolve_entities=True, load_dtd=True))); '
        "print('PWNED' if b'root:' in got else '')",
        'from lxml import etree; root = etree.fromstring(b\'<a xmlns:i="http://www.w3.org/2001/XInclude">'
        '<i:include parse="text" href="file:///etc/passwd"/></a>\'); root.getroottree().xinclude(); '
        "print('PWNED' if b'root:' in etree.tostring(root) else '')",
        "from lxml import etree; print('PWNED', etree.parse('/etc/passwd', etree.HTMLParser()))",
    ),
    "another's documents": lines(
        "from PIL import Image; Image.open('<<picture>>'); print('PWNED')",
        "import zipfile; print('PWNED', zipfile.ZipFile('<<document>>').namelist())",
        "import docx; docx.Document('<<document>>'); print('PWNED')",
        "print('PWNED', _io.FileIO('<<secret_file>>').read())",
    ),
    "what there is": lines(
        "print('PWNED', os.listdir('<<folder>>'))",
        "print('PWNED', list(os.scandir('<<folder>>')))",
        "print('PWNED', os.listdir('/proc'))",
        "print('PWNED', os.stat('<<secret_file>>').st_size)",
        "print('PWNED', os.lstat('<<secret_file>>'))",
        "print('PWNED' if os.access('<<secret_file>>', 4) else '')",
        "print('PWNED', os.readlink('/proc/<<service>>/exe'))",
    ),
    "secrets of the environment": lines(
        "print('PWNED' if 'S3C' + 'RET' in repr(dict(os.environ)) else '')",
        "print('PWNED' if b'S3C' + b'RET' in repr(os.environb).encode() else '')",
        "print('PWNED' if b'S3C' + b'RET' in _io.FileIO('/proc/<<service>>/environ').read() else '')",
        "print('PWNED' if b'S3C' + b'RET' in _io.FileIO('/proc/%d/environ' % os.getppid()).read() else '')",
    ),
    "memory of others": lines(
        "_io.FileIO('/proc/<<service>>/mem', 'r+'); print('PWNED')",
        "_io.FileIO('/proc/%d/mem' % os.getppid(), 'r+'); print('PWNED')",
        "print('PWNED', _io.FileIO('/proc/<<service>>/maps').read(20))",
    ),
}
WRITING = {
    "new files outside": lines(
        "os.close(os.open('<<outside>>/a', os.O_CREAT | os.O_WRONLY)); print('PWNED')",
        "os.mkdir('<<outside>>/d'); print('PWNED')",
        "os.symlink('/etc/passwd', '<<outside>>/l'); print('PWNED')",
        "os.link('<<secret_file>>', '<<outside>>/h'); print('PWNED')",
        "os.mkfifo('<<outside>>/f'); print('PWNED')",
        "_io.FileIO('/dev/shm/x<<service>>', 'w'); print('PWNED')",
        'from lxml import etree; etree.XSLT(etree.fromstring(b\'<s:stylesheet version="1.0" '
        'xmlns:s="http://www.w3.org/1999/XSL/Transform" xmlns:e="http://exslt.org/common" '
        'extension-element-prefixes="e"><s:template match="/"><e:document href="<<outside>>/x"><a/></e:document>'
        "</s:template></s:stylesheet>'))(etree.fromstring(b'<a/>'))",
    ),
    "another's file": lines(
        "os.truncate('<<victim>>', 0); print('PWNED')",
        "os.chmod('<<victim>>', 0o777); print('PWNED')",
        "os.utime('<<victim>>', (1, 1)); print('PWNED')",
        "os.rename('<<victim>>', '<<victim>>.x'); print('PWNED')",
        "os.unlink('<<victim>>'); print('PWNED')",
    ),
    "the library itself": lines("import docx; _io.FileIO(docx.__file__, 'a').write(b'#'); print('PWNED')"),
}
NETWORK = {
    "the service over TCP": lines(
        "import socket; socket.create_connection(('127.0.0.1', <<tcp>>), 2); print('PWNED')",
        "import _socket; _socket.socket(2, 1, 0); print('PWNED')",
        "import socket; socket.socket(2, 2).sendto(b'x', ('127.0.0.1', <<udp>>)); print('PWNED')",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:<<tcp>>/', timeout=2); print('PWNED')",
    ),
    "local sockets": lines(
        "import socket; socket.socket(1, 1).connect('\\0docforge-<<service>>'); print('PWNED')",
        "import socket; socket.socket(1, 1).connect('<<path_socket>>'); print('PWNED')",
    ),
    "a server of its own": lines("import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print('PWNED')"),
}
PROCESSES = {
    "fork": lines("pid = os.fork(); os._exit(0) if pid == 0 else print('PWNED')"),
    "fork bomb": HEAD
    + "n = 0\ntry:\n    while n < 3000:\n        if os.fork() == 0:\n            import time; time.sleep(30)\n"
    "        n += 1\nexcept OSError:\n    pass\nif n: print('PWNED', n)\n",
    "other programs": lines(
        "import subprocess; subprocess.run(['/bin/true']); print('PWNED')",
        "os.posix_spawn('/bin/true', ['true'], {}); print('PWNED')",
        "print('PWNED' if os.system('true') == 0 else '')",
        "print('PWNED', os.popen('id').read())",
        "os.execv('/bin/sh', ['sh', '-c', 'echo x > <<outside>>/exec'])",
    ),
    "threads": lines("import threading; t = threading.Thread(target=print, args=('PWNED',)); t.start(); t.join()"),
    "signals to others": lines(
        "os.kill(os.getppid(), 0); print('PWNED')",
        "os.kill(<<service>>, 0); print('PWNED')",
        "os.kill(<<neighbour>>, 15); print('PWNED')",
        "import signal; signal.pidfd_send_signal(os.pidfd_open(<<service>>), 0); print('PWNED')",
    ),
    "its own limits": lines(
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1)); print('PWNED')",
        "import resource; resource.prlimit(<<service>>, resource.RLIMIT_CORE, (0, 0)); print('PWNED')",
        "os.nice(-5); print('PWNED')",
        "os.sched_setaffinity(<<service>>, [0]); print('PWNED')",
        "os.setpriority(0, <<service>>, 19); print('PWNED')",
    ),
    "inherited descriptors": HEAD
    + "for fd in range(4, 5000):\n    try: os.fstat(fd)\n    except OSError: continue\n    print('PWNED', fd)\n",
}
ORDINARY = READING | WRITING | NETWORK | PROCESSES

# As after a fault in native code: ctypes stands for code that makes system calls by itself.
_CALLS = """
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *more):
    ctypes.set_errno(0)
    return libc.syscall(number, *more), ctypes.get_errno()
"""
# 335 and 336 (uprobes) pass every filter of newer kernels and hurt the caller alone; 15, 34, 57, 58, 60, 219 and 231
# wait, end or return from a signal that never came.
NATIVE = {
    "every system call": _CALLS + "allowed = <<allowed>>\nbad = []\n"
    "for number in range(470):\n"
    "    if number in allowed or number in {13, 14, 15, 34, 57, 58, 60, 219, 231, 335, 336}: continue\n"
    "    answer, error = call(number, 0, 0, 0, 0, 0, 0)\n"
    "    if not (answer == -1 and error in (errno.EPERM, errno.ENOSYS)): bad.append((number, answer, error))\n"
    "print('PWNED' if bad else 'held', bad)\n",
    "executable memory": _CALLS
    + "libc.mmap.restype = ctypes.c_void_p\nlibc.mmap.argtypes = [ctypes.c_void_p] + [ctypes.c_long] * 5\n"
    "page = libc.mmap(None, 4096, 3, 0x22, -1, 0)\n"
    "print('PWNED' if libc.mprotect(ctypes.c_void_p(page), 4096, 7) == 0 else 'held')\n"
    "print('PWNED' if libc.mmap(None, 4096, 7, 0x22, -1, 0) not in (None, 2**64 - 1) else 'held')\n",
    "files and sockets": _CALLS
    + "tries = {257: (-100, b'/etc/passwd', 0), 2: (b'/etc/passwd', 0), 437: (-100, b'/etc/passwd', b'\\0' * 24, 24),\n"
    "    41: (2, 1, 0), 53: (1, 1, 0, b'\\0' * 8), 319: (b'x', 0), 425: (4, b'\\0' * 120),\n"
    "    310: (<<service>>, 0, 0, 0, 0, 0),\n"
    "    101: (0x4206, <<service>>, 0, 0), 434: (<<service>>, 0), 29: (1234, 4096, 0o1666), 62: (<<service>>, 0),\n"
    "    272: (0x10000000,), 59: (b'/bin/true', 0, 0), 86: (b'<<secret_file>>', b'<<outside>>/h'),\n"
    "    87: (b'<<victim>>',),\n"
    "    4: (b'<<secret_file>>', b'\\0' * 200), 80: (b'<<folder>>',)}\n"
    "for number, more in tries.items():\n    print('PWNED' if call(number, *more)[0] >= 0 else 'held', number)\n",
}

# Code that never ends, ends badly or answers rubbish, and how that may be told.
OUTCOMES: dict[str, tuple[str, set[str]]] = {
    "ten gigabytes": ("x = bytearray(10 << 30)", {"memory"}),
    "memory in steps": ("x = []\nwhile True: x.append(bytearray(1 << 20))", {"memory"}),
    "memory in XML": (
        "from lxml import etree\nr = etree.Element('a')\nwhile True: etree.SubElement(r, 'b').text = 'x' * 100000",
        {"memory", "error", "crash", "cpu", "time"},
    ),
    "a loop": ("while True: pass", {"time", "cpu"}),
    "a loop that ignores signals": (
        "import signal\nfor s in (15, 24, 2, 1):\n    signal.signal(s, signal.SIG_IGN)\nwhile True: pass",
        {"time", "cpu", "crash"},
    ),
    "a loop that swallows all": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        {"time", "cpu"},
    ),
    "a slow pattern": ("import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')", {"time", "cpu"}),
    "a long number": ("x = 10 ** (10 ** 9)", {"time", "cpu", "memory", "error"}),
    "sleep": ("import time; time.sleep(1000)", {"time"}),
    "a flood of print": ("while True: print('x' * 100000)", {"time", "cpu"}),
    "a flood on standard output": ("import os\nwhile True: os.write(1, b'x' * 1000000)", {"time", "cpu"}),
    "a flood of answers": (
        "import os\nwhile True: os.write(3, b'\\0\\0\\0\\1' + b'\\0' * 7 + b'\\1' + b'y' * 1000000)",
        {"answer", "output", "time"},
    ),
    "an answer that claims to be huge": (
        "import os, struct\nos.write(3, struct.pack('!IQ', 10, 1 << 40))\nwhile True: os.write(3, b'x' * 1000000)",
        {"output"},
    ),
    "an answer of rubbish": (
        "import os\nos.write(3, b'\\0\\0\\0\\4' + b'\\0' * 8 + b'null'); os._exit(0)",
        {"answer"},
    ),
    "no answer": ("import os; os._exit(0)", {"crash"}),
    "an exit": ("raise SystemExit(0)", {"error"}),
    "an interrupt": ("raise KeyboardInterrupt", {"error"}),
    "recursion": ("def f(): f()\nf()", {"error"}),
    "recursion without a limit": (
        "import sys; sys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)",
        {"error", "memory", "crash", "cpu", "time"},
    ),
    "brackets": ("x = eval('(' * 100000 + ')' * 100000)", {"error", "memory", "crash"}),
    "abort": ("import os; os.abort()", {"crash"}),
    "a zero in the code": ("x = 1\0", {"error"}),
    "a fault of syntax": ("x = = 1", {"error"}),
    "half a character": ("print('\\ud800'); raise ValueError('\\udc80')", {"error"}),
    "an exception that cannot be told": (
        "class E(Exception):\n    def __str__(self): raise E()\nraise E()",
        {"error"},
    ),
    "work at exit": ("import atexit\natexit.register(lambda: __import__('time').sleep(100))", {"done"}),
    "no standard output": ("import sys; sys.stdout = None; sys.stderr = None", {"done"}),
    "half an answer": ("import os; os.write(3, b'\\0'); os._exit(0)", {"crash"}),
}
