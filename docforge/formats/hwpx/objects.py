"""Form objects of Hangul: check box, radio button, drop-down, list, text box (OWPML). Knows no package."""

from __future__ import annotations

from dataclasses import dataclass

from docforge.errors import Phrase
from docforge.formats.fields.addresses import fold
from docforge.formats.fields.place import Kind
from docforge.formats.hwpx.markup import child, children, name_of, sibling
from docforge.formats.hwpx.tables import number_of
from docforge.opc import Element

TAGS = ("checkBtn", "radioBtn", "comboBox", "listBox", "edit")
CHECKED, UNCHECKED = "CHECKED", "UNCHECKED"
_KINDS: dict[str, Kind] = {"checkBtn": "check", "radioBtn": "check", "listBox": "list", "edit": "form"}
_NO_LIMIT = 2**31 - 1


@dataclass(slots=True, eq=False)
class FormObject:
    """One form object; `element` is its own, of one of TAGS."""

    element: Element

    @property
    def kind(self) -> Kind:
        """A drop-down that takes other text too, or whose entries a script makes, is a combo."""
        free = self.element.get("editEnable") != "0" or not self.allowed
        return _KINDS.get(name_of(self.element)) or ("combo" if free else "list")

    @property
    def name(self) -> str:
        return self.element.get("name", "")

    @property
    def caption(self) -> str:
        return self.element.get("caption", "")

    @property
    def value(self) -> str:
        """What it shows; of a check box true or false."""
        if self.kind == "check":
            return "true" if self.element.get("value") == CHECKED else "false"
        if name_of(self.element) == "edit":
            text = child(self.element, "text")
            return (text.text or "") if text is not None else ""
        chosen = self.element.get("selectedValue", "")
        return next((shown for shown, stored in self._entries if stored == chosen), chosen)

    @property
    def allowed(self) -> list[str]:
        return [shown for shown, _ in self._entries if shown]

    @property
    def limit(self) -> int | None:
        most = number_of(self.element, "maxLength", _NO_LIMIT)
        return most if name_of(self.element) == "edit" and 0 < most < _NO_LIMIT else None

    @property
    def is_one_line(self) -> bool:
        return name_of(self.element) in {"comboBox", "listBox"} or self.element.get("multiLine") == "0"

    @property
    def why_not(self) -> Phrase | None:
        if self.element.get("enabled") == "0":
            return Phrase("hwpx_disabled")
        reads_only = self.element.get("editable") == "0" or self.element.get("readOnly") == "1"
        return Phrase("hwpx_read_only") if reads_only else None

    @property
    def _entries(self) -> list[tuple[str, str]]:
        """What each entry shows and stores; Hangul leaves the first empty where both are the same."""
        items = children(self.element, "listItem")
        return [(each.get("displayText") or each.get("value", ""), each.get("value", "")) for each in items]

    def takes(self, text: str) -> bool:
        """Whether the object takes these characters; some take digits alone."""
        return self.element.get("numOnly") != "1" or text.isdigit() or not text

    # ── writing ───────────────────────────────────────────────────────────────────────────────────────────────────

    def set(self, shown: str) -> None:
        """Show the text: of a list the entry that shows it, of a check box true or false, of a text box the text."""
        match name_of(self.element):
            case "checkBtn" | "radioBtn":
                self._check(on=shown == "true")
            case "edit":
                self._write(shown)
            case _:
                stored = (kept for entry, kept in self._entries if fold(entry) == fold(shown))
                self.element.set("selectedValue", next(stored, shown))

    def _check(self, *, on: bool) -> None:
        """Set the state; a radio button that is chosen clears the others of its group."""
        self.element.set("value", CHECKED if on else UNCHECKED)
        for other in self.group if on else ():
            if other is not self.element:
                other.set("value", UNCHECKED)

    @property
    def group(self) -> list[Element]:
        """The radio buttons of the part that belong together; this one among them."""
        if name_of(self.element) != "radioBtn":
            return []
        name = self.element.get("radioGroupName") or self.element.get("groupName")
        every = self.element.getroottree().getroot().iter("{*}radioBtn")
        return [each for each in every if name and name in {each.get("radioGroupName"), each.get("groupName")}]

    def _write(self, shown: str) -> None:
        held = child(self.element, "text")
        if held is None:
            held = self.element.makeelement(sibling(self.element, "text"), {})
            self.element.insert(1 if child(self.element, "formCharPr") is not None else 0, held)
        held.text = shown or None
