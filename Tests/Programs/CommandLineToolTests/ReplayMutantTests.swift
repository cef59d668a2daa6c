import Checkout
import CommandLineProgram
import Testing

@testable import Replay

/// Captures of boards that do something wrong: the replay finds each, and names the kind of packet.
@Suite struct ReplayMutantTests {
    /// Everything that a board sends, in some twenty seconds.
    private static let scenario = """
        version: 1
        boards: [{name: wrist, model: MetaMotion S, motion: [{rest: 1 s}, {shake: {rate: 2 Hz, for: 20 s}}]}]
        inputs:
          - {at: 11 s, button: click}
          - {at: 12 s, button: click}
        clients:
          - name: phone
            steps:
              - connect
              - initialise
              - read: battery
              - read: {temperature: {channel: 1}}
              - read: name
              - read: {register: "11 82"}
              - read: {register: "02 81"}
              - configure: {accelerometer: {rate: 50 Hz}, gyroscope: {rate: 50 Hz}}
              - read: {register: "03 83"}
              - read: {register: "13 83"}
              - stream: {signals: [acceleration, rotation], for: 2 s}
              - process: {from: switch, chain: [count], as: edges}
              - wait-until: 10 s
              - stream: {signals: [switch, edges], for: 3 s}
              - log: {acceleration: {rate: 50 Hz, range: 8 g}}
              - wait: 2 s
              - stop-log
              - download
              - disconnect
        """
    private static let cap = """
        version: 1
        boards: [{name: cap, model: Triki, motion: [{rest: 2 s}, {shake: {rate: 2 Hz, for: 10 s}}]}]
        inputs: [{at: 5 s, button: {action: click, for: 500 ms}}]
        clients:
          - name: game
            steps:
              - connect
              - initialise
              - wait-until: 3 s
              - stream: {signals: [acceleration, rotation], rate: 104 Hz, for: 4 s}
              - disconnect
        """
    private static let board = Result { try OwnCapture("s.yaml", text: scenario) }
    private static let caps = Result { try OwnCapture("s.yaml", text: cap) }

    /// What is wrong with one packet that the host receives.
    enum Mutation: String, Sendable {
        /// The last bit of the third byte of a value, or of its only one.
        case changed
        case lost, lengthened, late, doubled
        /// Another register.
        case renamed
        /// An error response in place of a read response.
        case refused
    }

    /// Packets of one kind, and what the replay finds if one of them is wrong.
    struct Group: Sendable, CustomTestStringConvertible {
        var name: String
        /// The beginning of a notification; empty for responses to reads.
        var head: [UInt8]
        var mutations: [Mutation]
        /// How many of the packets are changed, one at a time.
        var packets: Int
        var finding: String
        var testDescription: String { name }

        func takes(_ packet: CaptureFile.Packet) -> Bool {
            guard head.isEmpty else { return packet.notified?.starts(with: head) ?? false }
            guard let pdu = packet.received, pdu.first == 0x0B else { return false }
            // The replay takes serial number (six digits) and maker from the capture.
            let value = pdu.dropFirst()
            let isSerial = value.count == 6 && value.allSatisfy { (0x30...0x46).contains($0) }
            return !isSerial && !value.starts(with: "MbientLab".utf8)
        }

        static let answer: [Mutation] = [.changed, .lost, .lengthened, .late, .doubled]
        /// Of what depends on the world, the value may differ.
        static let measured: [Mutation] = [.lost, .lengthened, .late, .doubled]

        static let all = [
            Group(
                name: "reads of characteristics", head: [],
                mutations: [.changed, .lengthened, .refused], packets: 2, finding: "LINK-1/READ"),
            Group(
                name: "module information of the accelerometer", head: [0x03, 0x80],
                mutations: answer, packets: 1, finding: "LINK-1/ANSWER/03-80"),
            Group(
                name: "module information of the log", head: [0x0B, 0x80], mutations: answer,
                packets: 1, finding: "LINK-1/ANSWER/0B-80"),
            Group(
                name: "the battery", head: [0x11, 0x8C], mutations: measured, packets: 1,
                finding: "LINK-1/ANSWER/11-8C"),
            Group(
                name: "a temperature", head: [0x04, 0x81], mutations: measured, packets: 1,
                finding: "LINK-1/ANSWER/04-81"),
            Group(
                name: "the name", head: [0x11, 0x81], mutations: answer, packets: 1,
                finding: "LINK-1/ANSWER/11-81"),
            Group(
                name: "the advertising settings", head: [0x11, 0x82], mutations: answer,
                packets: 1, finding: "LINK-1/ANSWER/11-82"),
            Group(
                name: "the LED", head: [0x02, 0x81], mutations: answer, packets: 1,
                finding: "LINK-1/ANSWER/02-81"),
            Group(
                name: "the scale of the accelerometer", head: [0x03, 0x83], mutations: answer,
                packets: 1, finding: "LINK-1/ANSWER/03-83"),
            Group(
                name: "the scale of the gyroscope", head: [0x13, 0x83], mutations: answer,
                packets: 1, finding: "LINK-1/ANSWER/13-83"),
            Group(
                name: "the button", head: [0x01, 0x01], mutations: [.lengthened, .renamed],
                packets: 2, finding: "LINK-1/STREAM/01-"),
            Group(
                name: "acceleration", head: [0x03, 0x04], mutations: [.lengthened, .renamed],
                packets: 2, finding: "LINK-1/STREAM/03-"),
            Group(
                name: "the number of a processor", head: [0x09, 0x02], mutations: answer,
                packets: 1, finding: "LINK-1/ANSWER/09-02"),
            Group(
                name: "the output of a processor", head: [0x09, 0x03],
                mutations: [.lengthened, .renamed], packets: 1, finding: "LINK-1/STREAM/09-"),
            Group(
                name: "the length of the log", head: [0x0B, 0x85], mutations: measured, packets: 1,
                finding: "LINK-1/ANSWER/0B-85"),
            Group(
                name: "entries of the log", head: [0x0B, 0x07], mutations: [.lengthened, .renamed],
                packets: 2, finding: "LINK-1/STREAM/0B-"),
        ]
    }

    private static func mutated(_ mutation: Mutation, _ number: Int, of group: Group) throws
        -> [UInt8]
    {
        let capture = try board.get()
        let places = capture.packets.indices.filter { group.takes(capture.packets[$0]) }
        try #require(places.count >= group.packets, "\(group.name)")
        let chosen = capture.packets[places[number * places.count / group.packets]]
        var isDone = false
        return capture.file { packet in
            guard !isDone, packet == chosen, let pdu = packet.received else {
                return [(0, packet.bytes)]
            }
            isDone = true
            var bytes = packet.bytes
            // Behind module and register, or the first byte of what was read.
            let place = group.head.isEmpty ? 10 : 14
            switch mutation {
            case .changed: bytes[min(place, bytes.count - 1)] ^= 1
            case .lost: return []
            case .lengthened: bytes = packet.replacing(attribute: Array(pdu) + [0x55])
            // Later than the next question for the same, which the log's length is asked twice.
            case .late: return [(700_000_000, bytes)]
            case .doubled: return [(0, bytes), (0, bytes)]
            case .renamed: bytes[13] ^= 0x10
            case .refused:
                bytes = packet.replacing(attribute: [0x01, 0x0A, 0x14, 0x00, 0x02])
            }
            return [(0, bytes)]
        }
    }

    @Test func `the boards as they are satisfy their hosts`() throws {
        for capture in [try Self.board.get(), try Self.caps.get()] {
            let (status, out, err) = OwnCapture.replay(capture.recorded)
            #expect(status == .success, "\(out)\(err)")
        }
    }

    @Test func `there are more than fifty wrong boards`() {
        #expect(Group.all.reduce(0) { $0 + $1.mutations.count * $1.packets } > 50)
    }

    @Test(.slow, arguments: Group.all)
    func `one wrong packet is found`(group: Group) throws {
        for number in 0..<group.packets {
            for mutation in group.mutations {
                let bytes = try Self.mutated(mutation, number, of: group)
                let (status, out, err) = OwnCapture.replay(bytes)
                #expect(status == .failed, "\(mutation) \(number): \(out)\(err)")
                #expect(out.contains(group.finding), "\(mutation) \(number): \(out)")
            }
        }
    }

    @Test(arguments: [[0x03, 0x04], [0x13, 0x04], [0x0B, 0x07]] as [[UInt8]])
    func `half of the packets of a stream are found`(head: [UInt8]) throws {
        var count = 0
        let bytes = try Self.board.get().file { packet in
            if packet.notified?.starts(with: head) ?? false {
                count += 1
                if count % 2 == 0 { return [] }
            }
            return [(0, packet.bytes)]
        }
        #expect(count > 20)
        let (status, out, _) = OwnCapture.replay(bytes)
        #expect(status == .failed && out.contains("LINK-1/STREAM/"), "\(out)")
    }

    // MARK: Caps

    /// What is wrong with all frames of a cap.
    enum CapMutation: CaseIterable {
        /// Byte 1 counts, as with some firmware.
        case counting
        /// Byte 1 has another bit.
        case flagged
        /// Frames of 16 bytes.
        case long
        /// Every second frame.
        case slow
        /// Another header.
        case renamed
        /// The charge in two bytes.
        case battery
    }

    private static func mutated(_ mutation: CapMutation) throws -> [UInt8] {
        // Where in a frame the next byte is; the stream is cut without regard to frames.
        var (place, frame) = (0, 0)
        return try caps.get().file { packet in
            if mutation == .battery, let pdu = packet.received, pdu.first == 0x0B,
                pdu.count == 2
            {
                return [(0, packet.replacing(attribute: Array(pdu) + [0]))]
            }
            guard let value = packet.notified, value.count != 5 || value.first != 0x21,
                place != 0 || value.first == 0x22
            else { return [(0, packet.bytes)] }
            var bytes: [UInt8] = []
            for byte in value {
                switch (mutation, place) {
                case (.counting, 1): bytes.append(UInt8(frame & 0x0F))
                case (.flagged, 1): bytes.append(byte | 0x80)
                case (.renamed, 0): bytes.append(0x23)
                case (.long, 13): bytes += [byte, 0x11, 0x12]
                default: if mutation != .slow || frame % 2 == 0 { bytes.append(byte) }
                }
                place += 1
                if place == 14 { (place, frame) = (0, frame + 1) }
            }
            guard !bytes.isEmpty else { return [] }
            let head = Array((packet.received ?? []).prefix(3))
            return [(0, packet.replacing(attribute: head + bytes))]
        }
    }

    @Test(arguments: CapMutation.allCases)
    func `a cap with wrong frames is found`(mutation: CapMutation) throws {
        let (status, out, err) = OwnCapture.replay(try Self.mutated(mutation))
        #expect(status == .failed, "\(out)\(err)")
        let finding = mutation == .battery ? "LINK-1/READ/2A19" : "LINK-1/STREAM/FRAMES"
        #expect(out.contains(finding), "\(out)")
        let words: String? =
            switch mutation {
            case .counting, .flagged: "byte 1 of the frames is not the button in the capture"
            case .long: "frames of 16 bytes captured, frames of 14 bytes here"
            case .slow: "rate of the frames"
            case .renamed: "no frames that begin with 22 captured"
            case .battery: nil
            }
        if let words { #expect(out.contains(words), "\(out)") }
    }

    // MARK: Shipped scenarios

    /// The first client's board of each; the log of one is downloaded over a lost link, and one is a cap.
    @Test(
        .slow,
        arguments: [
            "button-led-haptic", "environment", "stream-packed", "wrist-cut-download", "triki",
        ])
    func `the host of a shipped scenario is satisfied`(name: String) throws {
        let capture = try OwnCapture("Scenarios/\(name).yaml")
        let (status, out, err) = OwnCapture.replay(capture.recorded)
        #expect(status == .success, "\(out)\(err)")
        if name == "wrist-cut-download" { #expect(out.contains("LINK-2/"), "\(out)") }
        if name == "triki" { #expect(out.contains("LINK-1/STREAM"), "\(out)") }
    }
}
