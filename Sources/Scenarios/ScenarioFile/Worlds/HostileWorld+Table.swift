extension HostileWorld {
    /// Those with a kind are worlds of an exploration, too, in this order.
    package static let all: [HostileWorld] = [
        Self(
            "left-stream", "a stream of an earlier owner runs", kind: "previous-owner",
            """
            board:
              before: ["13 03 a8 03", "13 04 01", "13 02 01 00", "13 01 01"]
            """),
        Self(
            "left-logger", "a logger of an earlier owner is left", kind: "previous-owner",
            """
            board:
              before: ["0b 02 04 c1 01 20"]
            """),
        Self(
            "left-timer", "a timer of an earlier owner is left", kind: "previous-owner",
            """
            board:
              before: ["0c 02 60 ea 00 00 ff ff 00"]
            """),
        Self(
            "left-lamp", "the lamp of an earlier owner blinks", kind: "previous-owner",
            """
            board:
              before: ["02 03 00 02 10 10 00 00 f4 01 00 00 e8 03 00 00 ff", "02 01 01"]
            """),
        Self(
            "previous-owner",
            "a stream, a logger, a timer and a blinking lamp of an earlier owner are left",
            """
            board:
              before:
                - "13 03 a8 03"
                - "13 04 01"
                - "13 02 01 00"
                - "13 01 01"
                - "0b 02 04 c1 01 20"
                - "0c 02 60 ea 00 00 ff ff 00"
                - "02 03 00 02 10 10 00 00 f4 01 00 00 e8 03 00 00 ff"
                - "02 01 01"
            """),
        Self(
            "old-log", "the log has 0.02 % of an earlier session", kind: "log-fill",
            """
            board: {log-fill: 0.02 %}
            """),
        Self(
            "nearly-full-log", "the log is nearly full", kind: "log-fill",
            """
            board: {log-fill: 99.9 %}
            """),
        Self(
            "low-battery", "the battery is at 5 %", kind: "battery",
            """
            board: {battery: 5 %}
            """),
        // It wraps after 6,291,456 s (behaviour of the log's clock).
        Self(
            "clock-near-wrap", "the log's clock wraps 5 s after the start", kind: "uptime",
            """
            board: {uptime: 6291451 s}
            """),
        Self(
            "clock-wraps-later", "the log's clock wraps 30 s after the start", kind: "uptime",
            """
            board: {uptime: 6291426 s}
            """),
        Self(
            "unasked-notifications",
            "the board notifies of a stream and of its button, which is clicked every 7 s",
            """
            board:
              before: ["13 03 a8 03", "13 04 01", "13 02 01 00", "13 01 01", "01 01 01"]
            inputs:
              - {at: 3 s, every: 7 s, button: click}
            """),
        Self(
            "worn", "a body is in the way of 60 % of the packets",
            """
            board: {worn: 60 %}
            """),
        Self(
            "noisy-air", "40 % of the packets are sent again",
            """
            faults:
              - {at: 0 s, interference: {loss: 40 %, for: 400 d}}
            """),
        Self(
            "flaky-link", "nothing gets through for 8 s, 15 s after the start and every minute",
            """
            faults:
              - {at: 15 s, every: 60 s, link-loss: 8 s}
            """),
        Self(
            "restless-board", "the board resets 20 s after the start and every two minutes",
            """
            faults:
              - {at: 20 s, every: 120 s, reset: {}}
            """),
        Self(
            "drifting-clock", "the board's clock runs 500 ppm fast",
            """
            board: {clock-drift: 500 ppm}
            """),
    ]
}
