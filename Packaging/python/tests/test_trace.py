"""The trace in the report of a failed test."""

from boardsim.trace import shortened

BEGIN = ["     0.378330263 wrist  link  connected to E6:23:24:84:77:78, interval 0.015 s",
         "     0.906000000 phone  step: stream acceleration for 20 s"]
LOSS = ["     3.000000000 wrist  fault: link-loss", "     3.000000000 wrist  link  out of reach"]
END = ["     5.990830263 wrist  link  disconnected: connection timeout, 8 packets lost",
       "     5.990830263 phone  step failed: download: the link ended"]


def data(number, text="< 03 04 {:02x} 00 f6 fc 19 11  accelerometer data: x {}"):
    return [f"     {1 + i / 1000:.9f} wrist  " + text.format(i % 256, i) for i in range(number)]


def test_a_short_trace_is_whole():
    assert shortened(BEGIN + data(3) + END, 60) == BEGIN + data(3) + END


def test_the_link_that_was_lost_is_seen_behind_the_data():
    lines = BEGIN + data(500) + LOSS + data(300, "dropped: 16 notifications wait: 03 04 {:02x} {}") + END
    text = shortened(lines, 60)
    assert len(text) < 20
    assert all(line in text for line in BEGIN + LOSS + END)
    notes = [line for line in text if "more of this traffic" in line]
    assert len(notes) == 2 and "496 more" in notes[0] and "1.003000000 to 1.498000000 s" in notes[0]


def test_a_long_end_keeps_the_events_before_it():
    changes = [f"    10.{i:09d} wrist  < 11 {i:02x} 00  settings {i}" for i in range(100)]
    queues = ["     4.000000000 wrist  link  queue full, 8 notifications wait"] * 40
    text = shortened(BEGIN + data(200) + LOSS + queues + changes, 60)
    assert text[:3] == [BEGIN[0]] + LOSS and "…" in text[3]
    assert text[4:] == changes[-60:]


def test_odd_lines():
    assert shortened(["", " ", "x"] * 40, 60)
    assert len(shortened(["\u2028"] * 10_000, 60)) < 70
