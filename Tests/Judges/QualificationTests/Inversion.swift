import Bluetooth
import Central
import Qualification
import ScenarioFile
import Simulation
import Testing

/// A board on which one row comes out otherwise than on ours: by switches of its firmware, or by what a radio alters.
struct Inversion: Sendable, CustomTestStringConvertible {
    var row: Int
    var model = BoardModel.metaMotionS
    var becomes = RowVerdict.contradicted
    var quirks: [String: Bool] = [:]
    var twist: @Sendable () -> Twist = { Twist() }

    var testDescription: String { "RB26-\(row)" }

    static let all = ofTheLog + ofReadouts + ofLinks + ofRestarts + ofValues

    private static let slowness = ["slow-garbage-collection": false]

    private static let ofTheLog = [
        Inversion(row: 1, quirks: slowness), Inversion(row: 2, quirks: slowness),
        Inversion(row: 3, quirks: slowness), Inversion(row: 164, quirks: slowness),
        Inversion(row: 40, quirks: slowness),
        Inversion(row: 4) { .arriving([0x0B, 0x85]) { _ in [0x0B, 0x85, 0, 0, 0, 0] } },
        Inversion(row: 5, becomes: .confirmed, quirks: ["stale-triggers-block": true]),
        Inversion(row: 6, becomes: .confirmed, quirks: ["length-one-after-drop": true]),
        Inversion(row: 7) { .writing([0x0B, 0x0A]) { [[0x0B, 0x01, 0x00], $0] } },
        Inversion(row: 10) { .writing([0x0B, 0x10]) { _ in [] } },
        Inversion(row: 11, quirks: ["length-without-ram-page": true]),
        Inversion(row: 12, quirks: [:]) {
            var twist = Twist()
            var isLogging = false
            twist.written = { packet in
                if packet.starts(with: [0x0B, 0x01]) { isLogging = packet[2] == 1 }
                return isLogging && packet.starts(with: [0x0B, 0x10]) ? [] : [packet]
            }
            return twist
        },
        Inversion(row: 13) { .arriving([0x0B, 0x80]) { $0.with(2, at: 3) } },
        Inversion(row: 15) { .writing([0x04, 0x81]) { [$0, [0x04, 0xC1, 0x00]] } },
        Inversion(row: 16) { .arriving([0x0B, 0x07]) { $0.with($0[8] ^ 0x40, at: 8) } },
        Inversion(row: 17, model: .metaMotionRL) {
            .writing([0x0B, 0x02, 0x13, 0x04]) { [$0.with(0x05, at: 3)] }
        },
        Inversion(row: 18, quirks: ["many-loggers": true]),
        Inversion(row: 25, quirks: ["silent-free-slots": false]),
        Inversion(row: 163) { .arriving([0x0B, 0x85]) { _ in [0x0B, 0x85, 0, 0, 0, 0] } },
    ]

    private static let ofReadouts = [
        Inversion(row: 20, quirks: ["no-progress-of-pages": false]),
        Inversion(row: 21, quirks: ["silent-empty-readout": false]),
        // The last packet with entries is held back until the final report has gone.
        Inversion(row: 22, becomes: .confirmed) {
            var twist = Twist()
            var held: [[UInt8]] = []
            twist.arrived = { _, packet in
                if packet.starts(with: [0x0B, 0x07]) {
                    defer { held = [packet] }
                    return held
                }
                guard packet == [0x0B, 0x08, 0, 0, 0, 0] else { return [packet] }
                defer { held = [] }
                return [packet] + held
            }
            return twist
        },
        Inversion(row: 23) { .doubling([0x0B, 0x07]) },
        // After a link nothing is left.
        Inversion(row: 24, becomes: .confirmed) {
            var links = 0
            var twist = Twist.arriving([0x0B, 0x85]) { links > 0 ? [0x0B, 0x85, 0, 0, 0, 0] : $0 }
            twist.ended = { links += 1 }
            return twist
        },
        Inversion(row: 27) { .arriving([0x0B, 0x07]) { $0 + [UInt8](repeating: 0, count: 9) } },
        Inversion(row: 28) { .losing([0x0B, 0x0D], oneOf: 1) },
        Inversion(row: 93) {
            .arriving([0xFE, 0x93]) { [0xFE, 0x93] + [UInt8](repeating: 0, count: $0.count - 2) }
        },
    ]

    private static let ofLinks = [
        Inversion(row: 30, quirks: ["light-ends-with-link": false]),
        Inversion(row: 31) {
            var links = 0
            var twist = Twist.arriving([0xFE, 0x84]) { links > 2 ? [0xFE, 0x84, 0, 0, 0, 0] : $0 }
            twist.ended = { links += 1 }
            return twist
        },
        Inversion(row: 33) {
            var twist = Twist()
            twist.isHeardOnLink = true
            return twist
        },
        Inversion(row: 34) {
            var twist = Twist()
            twist.beforeEnd = [[0x03, 0x01, 0x00]]
            return twist
        },
        Inversion(row: 50) { .doubling([0x19]) },
        Inversion(row: 51) {
            var twist = Twist()
            twist.arrived = { _, packet in
                switch (packet[0], packet[1]) {
                case (0x19, 0x05): [packet.with(0x06, at: 1)]
                case (0x19, 0x06): [packet.with(0x05, at: 1)]
                default: [packet]
                }
            }
            return twist
        },
        Inversion(row: 52) { .doubling([0x19]) },
        Inversion(row: 56) {
            var twist = Twist()
            twist.mtu = 100
            return twist
        },
        Inversion(row: 60) {
            var twist = Twist()
            var count = 0
            twist.heard = { report in
                count += 1
                return count % 10 == 1 ? report : nil
            }
            return twist
        },
        Inversion(row: 61) {
            .hearing { report in
                report.scanResponse += (0..<6).map {
                    UInt8(truncatingIfNeeded: report.address.value >> (8 * UInt64($0)))
                }
            }
        },
        Inversion(row: 62) { .hearing { $0.scanResponse = [0x03, 0xFF, 0x6D, 0x62] } },
        Inversion(row: 63) { .hearing { ($0.data, $0.scanResponse) = ([], []) } },
    ]

    private static let ofRestarts = [
        Inversion(row: 42, quirks: ["silent-reset": true]),
        Inversion(row: 45, quirks: ["reset-uid-stays": true, "tick-runs-on": true]),
        Inversion(row: 46, quirks: ["loggers-survive-reset": true]),
        Inversion(row: 162, becomes: .confirmed) {
            .writing([0xFE, 0x05]) { [$0, [0xFE, 0x06]] }
        },
        Inversion(row: 14) { .writing([0x15, 0x01, 0x01]) { [[0x15, 0x01, 0x00], $0] } },
        Inversion(row: 161, quirks: ["fusion-needs-awake-magnetometer": true]),
        Inversion(row: 64) {
            .hearing { report in
                report.data = report.data.map { $0 == 0x42 ? 0x43 : $0 }
                report.scanResponse = report.scanResponse.map { $0 == 0x42 ? 0x43 : $0 }
            }
        },
        // The application is never heard again.
        Inversion(row: 80) {
            var isInMetaBoot = false
            var twist = Twist.writing([0xFE, 0x02]) {
                isInMetaBoot = true
                return [$0]
            }
            twist.heard = { report in
                isInMetaBoot && report.advertisingData.names("326A9000-85CB-9195-D9DD-464CFBBAE75A")
                    ? nil : report
            }
            return twist
        },
        Inversion(row: 81) {
            var twist = Twist()
            twist.read = { $0.matches(.short(0x2A26)) ? [] : $1 }
            return twist
        },
        Inversion(row: 82) { .writing([0xFE, 0x02]) { _ in [] } },
        Inversion(row: 87) {
            var twist = Twist()
            twist.read = { $0.matches("00001534-1212-EFDE-1523-785FEABCD123") ? [7, 0] : $1 }
            return twist
        },
    ]

    private static let ofValues = [
        Inversion(row: 91, model: .metaMotionRL, becomes: .confirmed) {
            .arriving([0x11, 0x80]) { $0.with(1, at: 5) }
        },
        // A clock that is two percent fast.
        Inversion(row: 110) {
            .arriving([0x0B, 0x84]) { packet in
                let tick =
                    (2..<6).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(packet[$1]) } * 102
                    / 100
                return packet[..<2]
                    + (0..<4).map { UInt8(truncatingIfNeeded: tick >> (8 * UInt64($0))) }
                    + packet[6...]
            }
        },
        // 10 °/s are 164 counts.
        Inversion(row: 122) {
            .arriving([0x13, 0x04]) { packet in
                let x = UInt16(packet[2]) | UInt16(packet[3]) << 8
                let moved = x &+ 164
                return packet.with(UInt8(truncatingIfNeeded: moved), at: 2).with(
                    UInt8(moved >> 8), at: 3)
            }
        },
        Inversion(row: 124, model: .metaMotionRL) {
            .writing([0x03, 0x03, 0x24]) { [$0.with(0xA4, at: 2)] }
        },
        Inversion(row: 128) { .arriving([0x04, 0x81]) { $0.with(0x7F, at: 4) } },
        // The first value stays.
        Inversion(row: 129, becomes: .confirmed) {
            var first: [UInt8]?
            return .arriving([0x12, 0x81]) { packet in
                first = first ?? packet
                return first ?? packet
            }
        },
        Inversion(row: 130) { .losing([0x15, 0x05], oneOf: 1) },
        Inversion(row: 131, becomes: .confirmed) { .writing([0x0C, 0x02]) { _ in [] } },
        Inversion(row: 141) {
            var twist = Twist()
            twist.arrived = { _, packet in
                packet.starts(with: [0x19, 0x05]) || packet.starts(with: [0x19, 0x06])
                    ? [packet.with(packet[4] ^ 0x20, at: 4)] : [packet]
            }
            return twist
        },
        Inversion(row: 143) { .losing([0x19, 0x08], oneOf: 1) },
        Inversion(row: 144) {
            .arriving([0x19, 0x07]) { [0x19, 0x07, 0, 0, 0, 0] + $0[6...] }
        },
        Inversion(row: 145) { .losing([0x19, 0x07], oneOf: 3) },
        // The second round of questions is never answered.
        Inversion(row: 160) {
            var twist = Twist()
            var asked: Set<UInt8> = []
            twist.arrived = { _, packet in
                guard packet[1] == 0x80 else { return [packet] }
                return asked.insert(packet[0]).inserted ? [packet] : []
            }
            return twist
        },
        Inversion(row: 166) { .arriving([0x11, 0x8C]) { $0.with(0, at: 4) } },
        Inversion(row: 167) { .writing([0x09, 0x07]) { [$0, [0x09, 0x03, 0x01]] } },
    ]
}
