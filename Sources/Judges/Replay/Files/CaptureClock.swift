/// Makes the times of a capture ascend: a host's clock can be set while it records, and a damaged time would otherwise be
/// years of play.
struct CaptureClock {
    /// Packets of one moment can be recorded in another order.
    private static let disorder: Int128 = 1_000_000_000
    /// No link is idle for longer than a day.
    private static let longestPause: Int128 = 86_400_000_000_000
    private static let longestCapture: Int128 = 365 * 86_400_000_000_000

    private var last: Int128 = 0
    /// Added to the recorded times.
    private var shift: Int128 = 0
    private var jumps = 0
    private var firstJump = ""

    /// The packets with times that ascend; what was changed is a remark.
    static func ordered(
        _ packets: [CaptureFile.Packet], _ remarks: inout [String]
    ) -> [CaptureFile.Packet] {
        var clock = CaptureClock()
        var ordered = packets
        for place in ordered.indices {
            ordered[place].time = clock.time(ordered[place].time, of: place + 1)
        }
        if clock.jumps > 0 {
            let more = clock.jumps > 1 ? ", and \(clock.jumps - 1) more times" : ""
            remarks.append("\(clock.firstJump)\(more); the jump is left out")
        }
        return ordered
    }

    private mutating func time(_ recorded: Int64, of packet: Int) -> Int64 {
        let time = Int128(recorded) + shift
        let pause = time - last
        if pause < -Self.disorder || pause > Self.longestPause || time > Self.longestCapture {
            shift -= pause
            jumps += 1
            if jumps == 1 {
                let seconds = Seconds.text(Int64(clamping: pause.magnitude))
                firstJump =
                    "packet \(packet): the clock of the capture jumps \(seconds) s"
                    + " \(pause < 0 ? "back" : "ahead")"
            }
        } else {
            last = max(last, time)
        }
        return Int64(last)
    }
}
