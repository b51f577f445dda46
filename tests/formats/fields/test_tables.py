"""What people mean by a table of a form: labels beside empty cells, blocks of line items, sums below them.

A table is written as text: `|` between cells, `<` behind a cell that it covers, `^` below one, `~` before a sealed
cell, `#` before a header cell.
"""

from __future__ import annotations

import pytest

from docforge.formats.fields.tables import Grid, GridCell, RowBlock


def table(text: str) -> Grid:
    """The grid that a drawing shows."""
    lines = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    cells: list[GridCell] = []
    for row, line in enumerate(lines):
        for column, shown in enumerate(line):
            if shown not in ("<", "^"):
                cells.append(cell_of(lines, row, column))
    return Grid(cells)


def cell_of(lines: list[list[str]], row: int, column: int) -> GridCell:
    columns = next((n for n, one in enumerate(lines[row][column + 1 :], 1) if one != "<"), len(lines[row]) - column)
    below = [line[column] for line in lines[row + 1 :]]
    rows = next((n for n, one in enumerate(below, 1) if one != "^"), len(below) + 1)
    shown = lines[row][column]
    text = shown.lstrip("~#").replace("/", "\n")
    return GridCell(row, column, text, None, rows, columns, shown.startswith("~"), shown.startswith("#"))


def named(grid: Grid) -> dict[str, tuple[int, int]]:
    """Every blank cell that has a name, by it, row and column counted from 1."""
    found = [(grid.name_of(cell), (cell.row + 1, cell.column + 1)) for cell in grid.cells]
    assert len({name for name, _ in found if name}) == sum(bool(name) for name, _ in found)
    return {name: at for name, at in found if name}


def meant(grid: Grid, row: int, column: int) -> tuple[int, int] | None:
    """Where the value goes that the cell names."""
    value = grid.value_of(at(grid, row, column))
    return (value.row + 1, value.column + 1) if value is not None else None


def at(grid: Grid, row: int, column: int) -> GridCell:
    found = grid.at(row - 1, column - 1)
    assert found is not None
    return found


# ── labels ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.proves("PLACE-1")
def test_a_blank_cell_is_named_by_the_label_left_of_it() -> None:
    grid = table("""
        고객사명: |   | 사업자등록번호 |
        대 표 자  |   | 연락처/(휴대폰) |
    """)
    assert named(grid) == {
        "고객사명": (1, 2),
        "사업자등록번호": (1, 4),
        "대표자": (2, 2),
        "연락처 (휴대폰)": (2, 4),
    }
    assert meant(grid, 1, 1) == (1, 2)
    assert meant(grid, 1, 2) is None


@pytest.mark.proves("PLACE-1")
def test_a_label_that_spans_rows_or_columns_names_its_cell() -> None:
    grid = table("""
        책임/담당자 | 소속   |   |
        ^           | 직위   |   |
        전화번호    | <      |   |
        비고        | <      | < | <
                    | <      | < | <
    """)
    assert named(grid) == {"소속": (1, 3), "직위": (2, 3), "전화번호": (3, 3), "비고": (5, 1)}


@pytest.mark.proves("PLACE-1")
@pytest.mark.parametrize(
    "text",
    ["12,400", "0.1～1.2mV/kPa", "100%", "원", "천원", "년 월 일", "yy.mm~yy.mm", "O(   ), X(   )", "[  ] 일반",
     "□ 예", "{{고객명}}", "{%tr for x in y %}", "«고객»", "[회사 이름]", "성명: ______", "1 kg", "-",
     "본 견적은 30일간 유효합니다.", "x" * 41],
)  # fmt: skip
def test_a_value_a_unit_a_sentence_or_a_place_to_fill_in_is_no_label(text: str) -> None:
    grid = Grid([GridCell(0, 0, text), GridCell(0, 1, "")])
    assert named(grid) == {}
    assert grid.fault_of(at(grid, 1, 1)) == ""


@pytest.mark.proves("PLACE-1")
@pytest.mark.parametrize(
    "text", ["성명", "1. 성명", "1차년도", "■ 품명", "E-mail", "총 연구개발비 (천원)", "To:", "FAX"]
)
def test_a_short_text_beside_a_blank_cell_is_its_label(text: str) -> None:
    grid = Grid([GridCell(0, 0, text), GridCell(0, 1, "")])
    assert meant(grid, 1, 1) == (1, 2)
    assert grid.fault_of(at(grid, 1, 1)) == "label_cell"


@pytest.mark.proves("PLACE-1")
def test_where_rows_and_columns_have_names_a_cell_is_named_by_both() -> None:
    grid = table("""
        구분           | 2026년 | 2027년
        세계 시장 규모 |        |
        한국 시장 규모 |        |
    """)
    assert named(grid) == {
        "세계 시장 규모 / 2026년": (2, 2),
        "세계 시장 규모 / 2027년": (2, 3),
        "한국 시장 규모 / 2026년": (3, 2),
        "한국 시장 규모 / 2027년": (3, 3),
    }
    assert meant(grid, 3, 1) == (3, 2)
    assert meant(grid, 1, 3) == (2, 3)


@pytest.mark.proves("PLACE-1")
def test_where_a_row_has_one_cell_for_its_value_its_own_label_is_enough() -> None:
    grid = table("""
        구분 | 내용
        목적 |
        범위 |
    """)
    assert named(grid) == {"목적": (2, 2), "범위": (3, 2)}


@pytest.mark.proves("PLACE-1")
def test_a_repeated_header_names_the_column_over_values_that_stand_between() -> None:
    grid = table("""
        #지역 | #매출 | #이익
        서울  | 높음  | 낮음
        부산  |       |
    """)
    assert named(grid) == {"부산 / 매출": (3, 2), "부산 / 이익": (3, 3)}


@pytest.mark.proves("PLACE-1")
def test_a_control_or_a_value_beside_a_blank_cell_does_not_name_it() -> None:
    assert named(table("~[회사 이름] |  ")) == {}
    assert named(table("신청서 | < | <\n 100 | |")) == {}


@pytest.mark.proves("PLACE-4")
def test_a_label_beside_a_control_is_one_too() -> None:
    grid = table("성명 | ~[이름 입력] | 전화: | ~[전화]")
    assert named(grid) == {"성명": (1, 2), "전화": (1, 4)}
    assert grid.fault_of(at(grid, 1, 1)) == "label_cell"
    assert named(table("성명 \n ~[이름 입력]")) == {}
    assert named(table("~☐ | 긴급 | ~☐ | 검토 | ~☐ | 회신")) == {}


@pytest.mark.proves("PLACE-4")
def test_a_cell_that_was_filled_is_found_by_the_label_beside_it() -> None:
    grid = table("고객사명 | 하늘상사 | 대표자 | ")
    assert grid.name_beside(at(grid, 1, 2)) == "고객사명"
    assert grid.name_beside(at(grid, 1, 3)) == ""
    assert grid.name_beside(at(grid, 1, 4)) == ""


@pytest.mark.proves("PLACE-4")
def test_the_squares_that_a_merged_cell_covers_are_told() -> None:
    grid = table("""
        가 | < | 나
        ^  | ^ | 다
    """)
    assert list(grid.covered(at(grid, 1, 1))) == [(0, 1), (1, 0), (1, 1)]
    assert at(grid, 2, 2) is at(grid, 1, 1)
    assert (grid.height, grid.width) == (2, 3)


def test_a_span_past_all_reason_costs_no_memory() -> None:
    grid = Grid([GridCell(0, 0, "가", rows=10**9, columns=10**9), GridCell(1, 0, "나")])
    assert grid.height == 2
    assert grid.width <= 400_000


# ── line items ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.proves("PLACE-1")
def test_like_blank_rows_below_a_header_are_one_block_and_sums_are_its_footer() -> None:
    grid = table("""
        품목      | 수량 | 단가   | 금액
                  |      |        |
                  |      |        |
                  |      |        |
        공급가액  | <    | <      |
        부가세    | <    | <      |
        합계      | <    | <      |
        비고: 납기 2주 | <  | <  | <
    """)
    assert list(grid.blocks) == [RowBlock(1, 3, ["품목", "수량", "단가", "금액"], 3, 0)]
    assert named(grid) == {"공급가액": (5, 4), "부가세": (6, 4), "합계": (7, 4)}
    assert meant(grid, 1, 2) == (2, 2)
    assert [grid.fault_of(at(grid, 1, column)) for column in range(1, 5)] == ["header_cell"] * 4
    assert grid.block_of(at(grid, 3, 1)) is grid.blocks[0]
    assert grid.block_of(at(grid, 7, 4)) is None


@pytest.mark.proves("PLACE-1")
def test_running_numbers_stand_in_free_rows() -> None:
    for numbers in (("1", "2", "3"), ("1.", "2.", "3."), ("①", "②", "③"), ("No.1", "No.2", "No.3")):
        rows = "\n".join(f"{number} | | " for number in numbers)
        assert list(table(f"번호 | 품명 | 수량\n{rows}").blocks) == [RowBlock(1, 3, ["번호", "품명", "수량"], 0, 0)]


@pytest.mark.proves("PLACE-1")
def test_guide_text_that_repeats_in_every_row_leaves_them_free() -> None:
    grid = table("""
        기간        | 기관명 | 직위 | 비고
        yy.mm~yy.mm |        |      |
        yy.mm~yy.mm |        |      |
    """)
    assert list(grid.blocks) == [RowBlock(1, 2, ["기간", "기관명", "직위", "비고"], 0, 0)]


@pytest.mark.proves("PLACE-1")
def test_a_row_of_placeholders_is_a_row_for_line_items() -> None:
    grid = table("""
        품목     | 수량
        {{품목}} | {{수량}}
        합계     | {{합계}}
    """)
    assert list(grid.blocks) == [RowBlock(1, 1, ["품목", "수량"], 1, 0)]


@pytest.mark.proves("PLACE-1")
def test_rows_filled_before_do_not_become_the_header() -> None:
    grid = table("""
        품목 | 수량 | 비고
        서버 | 2    | 신규
        선반 | 네 개 | 임대
             |      |
        소계 | 6    |
    """)
    assert list(grid.blocks) == [RowBlock(3, 1, ["품목", "수량", "비고"], 1, 0)]


@pytest.mark.proves("PLACE-1")
def test_rows_of_controls_above_blank_rows_do_not_become_the_header() -> None:
    grid = table("""
        QTY | UNIT | DESCRIPTION    | TOTAL
            |      | ~[Description] | ~$[4.00]
            |      |                |
            |      |                |
    """)
    assert list(grid.blocks) == [RowBlock(2, 2, ["QTY", "UNIT", "DESCRIPTION", "TOTAL"], 0, 0)]


@pytest.mark.proves("PLACE-1")
def test_a_header_of_two_rows_names_each_column_by_the_nearer_text() -> None:
    grid = table("""
        성명 | 참여기간 | <    | 역할
        ^    | 시작     | 종료 | ^
             |          |      |
             |          |      |
    """)
    assert list(grid.blocks) == [RowBlock(2, 2, ["성명", "시작", "종료", "역할"], 0, 1)]
    assert grid.fault_of(at(grid, 1, 1)) == "header_cell"


@pytest.mark.proves("PLACE-1")
def test_two_blocks_in_one_table_have_headers_and_sums_of_their_own() -> None:
    grid = table("""
        구분 | 금액
             |
        소계 |
        항목 | 비율
             |
             |
        합계 |
    """)
    blocks = list(grid.blocks)
    assert blocks == [RowBlock(1, 1, ["구분", "금액"], 1, 0), RowBlock(4, 2, ["항목", "비율"], 1, 3)]


@pytest.mark.proves("PLACE-1")
def test_one_blank_row_is_a_block_and_its_cells_have_names_too() -> None:
    grid = table("SALESPERSON | P.O. NUMBER\n | ")
    assert [block.blank for block in grid.blocks] == [1]
    assert named(grid) == {"SALESPERSON": (2, 1), "P.O. NUMBER": (2, 2)}


@pytest.mark.proves("PLACE-1")
@pytest.mark.parametrize(
    "drawing",
    [
        "품목 | 금액 \n  | ^",
        "품목 | < | 금액 \n | | ",
        "제목 | < | < \n | | ",
        "성명 | | 연락처 | ",
        "100 | 200 | 300 \n | | ",
        "~[a] | ~[b] \n | ",
        "품목 | 금액 \n ~[a] | ~[b]",
        "한 칸 \n  ",
    ],
)
def test_a_row_without_names_above_all_its_cells_or_in_a_merge_is_no_block(drawing: str) -> None:
    assert list(table(drawing).blocks) == []


@pytest.mark.proves("PLACE-1")
def test_equal_names_of_columns_are_numbered() -> None:
    assert [list(one.columns) for one in table("목표 | 실적 | 목표 \n | | ").blocks] == [["목표", "실적", "목표[2]"]]


@pytest.mark.proves("PLACE-4")
def test_rows_that_a_vertical_merge_crosses_are_told_apart() -> None:
    grid = table("""
        시스템   | 지표 | 목표
        전체     |      |
        ^        |      |
        비고     | <    | <
    """)
    assert list(grid.blocks) == []
    merged = at(grid, 2, 1)
    assert [(one.first, list(one.columns), one.crossed) for one in grid.crossed] == [
        (1, ["시스템", "지표", "목표"], merged),
        (2, ["지표", "목표"], merged),
    ]


@pytest.mark.proves("PLACE-1")
def test_a_table_or_shape_inside_a_cell_makes_it_no_blank_one_but_goes_with_its_row() -> None:
    cells = [GridCell(0, 0, "품목"), GridCell(0, 1, "도면"), GridCell(1, 0, ""), GridCell(1, 1, "", inner=True)]
    grid = Grid(cells)
    assert [block.blank for block in grid.blocks] == [1]
    assert named(grid) == {"품목": (2, 1)}
    assert named(Grid([GridCell(0, 0, "성명"), GridCell(0, 1, "", inner=True)])) == {}


def test_a_table_without_cells_has_nothing() -> None:
    grid = Grid([])
    assert (grid.height, grid.width, list(grid.blocks), grid.at(0, 0)) == (0, 0, [], None)
