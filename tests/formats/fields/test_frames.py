"""What is cut off of a picture, or left free around it, so that a frame can stay as it is."""

from __future__ import annotations

import pytest

from docforge.errors import Notice
from docforge.formats.fields.frames import Crop, fit_picture, stretch, tell_stretch

OLD = Crop(left=0.1, bottom=0.2)


@pytest.mark.proves("SLIDE-2")
@pytest.mark.parametrize("fit", [None, "keep"])
def test_without_a_wish_the_crop_of_the_frame_stays(fit: str | None) -> None:
    assert fit_picture((400, 300), (50, 50), fit, OLD) is OLD


@pytest.mark.proves("SLIDE-2")
def test_cover_cuts_what_stands_over_at_two_sides() -> None:
    assert fit_picture((400, 200), (100, 100), "cover", OLD) == Crop(left=0.25, right=0.25)
    assert fit_picture((200, 400), (100, 100), "cover", OLD) == Crop(top=0.25, bottom=0.25)
    assert fit_picture((200, 200), (300, 300), "cover", OLD) == Crop()


@pytest.mark.proves("SLIDE-2")
def test_contain_leaves_margins_and_cuts_nothing() -> None:
    assert fit_picture((400, 200), (100, 100), "contain", OLD) == Crop(top=-0.5, bottom=-0.5)
    assert fit_picture((200, 400), (100, 100), "contain", OLD) == Crop(left=-0.5, right=-0.5)
    assert fit_picture((200, 200), (300, 300), "contain", OLD) == Crop()


@pytest.mark.proves("SLIDE-2")
@pytest.mark.parametrize("fit", ["contain", "cover"])
@pytest.mark.parametrize("picture", [(400, 300), (300, 400), (1920, 1), (7, 7)])
@pytest.mark.parametrize("frame", [(914400, 457200), (100, 900), (50, 50)])
def test_a_fitted_picture_is_in_proportion(fit: str, picture: tuple[int, int], frame: tuple[int, int]) -> None:
    crop = fit_picture(picture, frame, fit, OLD)
    assert stretch(picture, frame, crop) == pytest.approx(1)
    assert tell_stretch("P", picture, frame, crop) is None


@pytest.mark.proves("SLIDE-2")
def test_a_stretched_picture_is_noticed_and_a_hair_is_not() -> None:
    told = Notice("picture_stretched", {"at": "picture:seal"})
    assert tell_stretch("picture:seal", (100, 100), (200, 100), Crop()) == told
    assert tell_stretch("picture:seal", (100, 100), (100, 200), Crop()) == told
    assert tell_stretch("picture:seal", (100, 100), (101, 100), Crop()) is None
    assert tell_stretch("picture:seal", (400, 100), (100, 100), Crop(left=0.5, right=0.25)) is None


def test_a_frame_without_a_size_gets_the_whole_picture() -> None:
    assert fit_picture((400, 300), (0, 0), "cover", OLD) is OLD
    assert stretch((400, 300), (0, 10), OLD) == 1
    assert stretch((400, 300), (10, 10), Crop(left=0.5, right=0.5)) == 1
