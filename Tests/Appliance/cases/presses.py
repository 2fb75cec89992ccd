"""The lengths of presses on the kernel's gpio-sim, in real time."""

import random
import re

from appliance import Board, case, effort
from appliance.scripts import play

# The random presses of each of the eight buttons.
PRESSES = effort(125, 25)
STAMP = r"^(?:\d+d )?\d\d:\d\d:\d\d\.\d\d\d  "


def presses(transcript):
    """For each button its presses: the length by the kernel's time stamps in ms, and the gestures."""
    found = {}
    for line in transcript.splitlines():
        text = re.sub(STAMP, "", line)
        if match := re.fullmatch(r"(b\d) down", text):
            found.setdefault(match[1], []).append([None, []])
        elif match := re.fullmatch(r"(b\d) up after ([\d.]+)(ms|s)", text):
            found[match[1]][-1][0] = float(match[2]) * (1000 if match[3] == "s" else 1)
        elif match := re.fullmatch(r"(b\d) (tap|hold|double tap|triple tap|long hold|press given up)", text):
            found[match[1]][-1][1].append(match[2])
    return found


def check(found):
    """Checks that every press has exactly the gesture that its length demands."""
    for button, list_ in found.items():
        for length, gestures in list_:
            assert length is not None, f"{button}: a press was given up: {gestures}"
            expected = ["hold"] if length >= 500 else ["tap"]
            assert gestures == expected, f"{button}: {length} ms gave {gestures}, not {expected}"


@case("S a release 20 ms before the threshold is a tap, one 20 ms after it a hold", 200)
def threshold():
    # An emulated machine may oversleep, so that the test uses the press's length from the kernel's time stamps.
    steps = ["panel panel.yaml"]
    for _ in range(10):
        steps += ["+300ms hold b1 for 480ms", "+300ms hold b1 for 520ms"]
    # The kernel reports the last release a moment later.
    steps += ["+1s expect no fault"]

    def every_press(transcript):
        found = presses(transcript)
        check(found)
        lengths = [length for length, _ in found["b1"]]
        assert len(lengths) == 20, f"{len(lengths)} presses of 20"
        assert any(470 <= length < 500 for length in lengths), f"none just short of 500 ms: {lengths}"
        assert any(500 <= length < 540 for length in lengths), f"none just over 500 ms: {lengths}"

    with Board() as board:
        play(board, {"threshold": "\n".join(steps) + "\n"}, every_press, 100)


@case(f"S of {8 * PRESSES:,} random presses on eight buttons none is lost and none doubled", 560)
def random_presses():
    generator = random.Random(20261121)
    steps, expected = [], {}
    for button in range(1, 9):
        time = 0
        for _ in range(PRESSES):
            # The kernel's interrupt thread reads the level that it reports. While the host does not run an emulated
            # machine, edges that are closer together merge, and no program can see them.
            time += generator.randrange(200, 400)
            length = generator.choice([generator.randrange(100, 300), generator.randrange(700, 900)])
            steps.append((time, f"{time}ms hold b{button} for {length}ms"))
            time += length
        expected[f"b{button}"] = PRESSES
    texts = [text for _, text in sorted(steps)]

    def every_press(transcript):
        found = presses(transcript)
        check(found)
        counts = {button: len(list_) for button, list_ in found.items()}
        assert counts == expected, f"presses: {counts}"
        holds = sum(gestures == ["hold"] for list_ in found.values() for _, gestures in list_)
        performed = len(re.findall(r"  performed ", transcript))
        assert holds == performed > 2 * PRESSES, f"{holds} holds, {performed} performed"

    # The longest press may have begun before the last one.
    text = "\n".join(["panel panel.yaml", *texts, "+2s expect no fault"]) + "\n"
    with Board() as board:
        play(board, {"random": text}, every_press, 280)
