"""Fields of a story, complex and simple (ECMA-376-1 §17.16): where they begin and end, what they show.

Knows no kind of place; writes results and turns fields into text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lxml import etree

from docforge.formats.docx.codes import FieldCode, read_code
from docforge.formats.docx.markup import W, is_gone
from docforge.formats.docx.runs import remove, replace_nodes, text_nodes
from docforge.formats.docx.text import find_runs, read_line, show_node
from docforge.opc import Element

_CHAR, _INSTRUCTION, _SIMPLE = f"{W}fldChar", f"{W}instrText", f"{W}fldSimple"
_R, _T, _P, _RPR = f"{W}r", f"{W}t", f"{W}p", f"{W}rPr"
_MADE_BY_HAND = frozenset(
    {"", "MERGEFIELD", "FORMTEXT", "FORMCHECKBOX", "FORMDROPDOWN", "HYPERLINK", "MACROBUTTON", "GOTOBUTTON", "ADVANCE",
     "XE", "TC", "TA", "RD", "PRIVATE", "SYMBOL", "EMBED", "LINK", "EQ", "ADDIN", "INCLUDEPICTURE", "SHAPE", "QUOTE"}
)  # fmt: skip


@dataclass(eq=False)
class WordField:
    """One field. `outer` is the field around it, `in_code` whether it stands in the instruction of that one."""

    begin: Element
    outer: WordField | None = None
    in_code: bool = False
    separator: Element | None = None
    end: Element | None = None
    instruction: list[str] = field(default_factory=list[str])

    @cached_property
    def code(self) -> FieldCode:
        return read_code("".join(self.instruction))

    @property
    def is_calculated(self) -> bool:
        """Whether Word makes its result."""
        return self.code.name not in _MADE_BY_HAND

    @property
    def is_simple(self) -> bool:
        return self.begin.tag == _SIMPLE

    @property
    def last(self) -> Element:
        """The node with which it ends."""
        return self.begin if self.end is None else self.end

    @cached_property
    def nodes(self) -> Sequence[Element]:
        """The nodes of runs from its begin to its end; none where these do not stand in one paragraph."""
        run, last = self.begin.getparent(), self.last.getparent()
        paragraph = next(self.begin.iterancestors(_P), None)
        if run is None or last is None or paragraph is None:
            return ()
        beside = run.getparent() is last.getparent()
        nodes = [node for each in (_runs_to(run, last) if beside else find_runs(paragraph)) for node in each]
        ends = [number for number, node in enumerate(nodes) if node is self.begin or node is self.end]
        whole = nodes[ends[0] : ends[1] + 1] if len(ends) == 2 else ()  # noqa: PLR2004  a begin and an end
        return [node for node in whole if node.tag != _RPR]

    @property
    def result_nodes(self) -> Sequence[Element]:
        """What of its nodes shows its result."""
        if self.separator is None or self.separator not in self.nodes:
            return ()
        return self.nodes[self.nodes.index(self.separator) + 1 : -1]

    @property
    def is_whole(self) -> bool:
        """Whether it can be written: all of it in one paragraph."""
        return self.is_simple or bool(self.nodes)

    @property
    def result(self) -> str:
        """The text that it shows now."""
        if self.is_simple:
            return read_line(self.begin)
        return "".join(filter(None, map(show_node, self.result_nodes)))


def _runs_to(first: Element, last: Element) -> Iterator[Element]:
    """The runs from one to another beside it, those in links and the like between them too."""
    node: Element | None = first
    while node is not None:
        yield from [node] if node.tag == _R else find_runs([node])
        node = None if node is last else node.getnext()


def find_fields(root: Element) -> list[WordField]:
    """Every field of a story in the order of their begins, those in deleted text left out; unclosed ones are none."""
    found, open_ = list[WordField](), list[WordField]()
    for node in root.iter(_CHAR, _INSTRUCTION, _SIMPLE):
        outer = open_[-1] if open_ else None
        if node.tag == _SIMPLE:
            one = WordField(node, outer, outer is not None and outer.separator is None)
            one.instruction.append(node.get(f"{W}instr", ""))
            found.append(one)
        elif node.tag == _INSTRUCTION:
            if outer is not None and outer.separator is None:
                outer.instruction.append(node.text or "")
        else:
            _step(node, open_, found)
    return [one for one in found if (one.is_simple or one.end is not None) and not is_gone(one.begin)]


def _step(node: Element, open_: list[WordField], found: list[WordField]) -> None:
    match node.get(f"{W}fldCharType"), open_:
        case "begin", _:
            outer = open_[-1] if open_ else None
            open_.append(WordField(node, outer, outer is not None and outer.separator is None))
            found.append(open_[-1])
        case "separate", [*_, last]:
            last.separator = last.separator if last.separator is not None else node
        case "end", [*_, last]:
            last.end = node
            open_.pop()
        case _:
            pass


def turn_to_text(one: WordField, text: str) -> Element:
    """Put text in place of a field, in the look of its result; the run is returned."""
    if one.is_simple:
        return _unwrap(one.begin, text)
    shown = next((node for node in one.result_nodes if node.tag == _T), None)
    home = (one.begin if shown is None else shown).getparent()
    if home is None:
        raise ValueError("a field outside of runs")
    replace_nodes(one.nodes, home, text)
    return home


def _unwrap(simple: Element, text: str) -> Element:
    runs = list(find_runs(simple))
    home = next((run for run in runs if run.find(_T) is not None), None)
    if home is None:
        home = runs[0] if runs else etree.SubElement(simple, _R)
    for run in runs:
        if run is not home:
            remove(run)
    replace_nodes([node for node in home if node.tag != _RPR], home, text)
    for child in list(simple):
        if child is home or child.tag not in {f"{W}fldData", _R}:
            simple.addprevious(child)
    remove(simple)
    return home


def write_result(one: WordField, text: str) -> Element:
    """Put text as the result of a complex field, which stays; the run that shows it is returned."""
    shown = next((node for node in one.result_nodes if node.tag == _T), None)
    if shown is not None and (home := shown.getparent()) is not None:
        replace_nodes(one.result_nodes, home, text)
        return home
    for node in one.result_nodes:
        remove(node)
    last = one.last
    if one.separator is None:
        last.addprevious(etree.Element(_CHAR, {f"{W}fldCharType": "separate"}))
    for node in text_nodes(text):
        last.addprevious(node)
    home = last.getparent()
    if home is None:
        raise ValueError("a field outside of runs")
    return home
