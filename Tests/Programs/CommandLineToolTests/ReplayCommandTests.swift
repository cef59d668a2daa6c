import Bluetooth
import Checkout
import CommandLineProgram
import Declaration
import Foundation
import Report
import Simulation
import Testing

@testable import CommandLineTool
@testable import Replay

/// Captures of the model's own runs, lists of packets, and what cannot be read.
@Suite struct ReplayCommandTests {
    private static let scenario = """
        version: 1
        boards: [{name: wrist, model: MetaMotion S, motion: [{rest: 1 s}, {shake: {rate: 2 Hz, for: 3 s}}]}]
        clients:
          - name: phone
            steps:
              - connect
              - initialise
              - read: battery
              - read: {temperature: {channel: 1}}
              - configure: {accelerometer: {rate: 50 Hz}, gyroscope: {rate: 50 Hz}}
              - stream: {signals: [acceleration, rotation], for: 2 s}
              - disconnect
        """

    /// A capture of the scenario by the format of an option, made once.
    private static let captures: [String: [UInt8]] = {
        var made: [String: [UInt8]] = [:]
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "boardsim-replay-\(UUID().uuidString)").path()
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let console = Console(
            write: { _ in }, complain: { _ in },
            read: { _ throws(FileError) in Array(scenario.utf8) },
            save: { _, _ throws(FileError) in })
        _ = Tool.run(
            ["run", "s.yaml", "--btsnoop", "\(folder)/btsnoop", "--pcapng", "\(folder)/pcapng"],
            console)
        for name in ["btsnoop", "pcapng"] {
            made[name] = FileManager.default.contents(atPath: "\(folder)/\(name)").map(Array.init)
        }
        return made
    }()

    private func replay(
        _ bytes: [UInt8], _ options: [String] = []
    ) -> (status: CommandLineProgram.ExitStatus, out: String, err: String) {
        OwnCapture.replay(bytes, options)
    }

    @Test(arguments: ["btsnoop", "pcapng"])
    func `the model satisfies its own host`(format: String) throws {
        let (status, out, err) = replay(try #require(Self.captures[format]))
        #expect(status == .success && err.isEmpty, "\(out)\(err)")
        #expect(out.contains("boards  MetaMotion S 1.7.2"))
        #expect(out.contains("LINK-1/STREAM     2"), "\(out)")
    }

    @Test func `both formats contain the same packets`() throws {
        func packets(_ name: String) throws -> [CaptureFile.Packet] {
            let file = try CaptureFile(try #require(Self.captures[name]))
            guard case .packets(let packets) = file.contents else { return [] }
            // btsnoop counts in microseconds.
            return packets.map { packet in
                var packet = packet
                packet.time = packet.time / 1_000
                packet.adapter = 0
                return packet
            }
        }
        let (a, b) = (try packets("btsnoop"), try packets("pcapng"))
        #expect(a.count > 300)
        #expect(a == b)
    }

    // MARK: Lists

    private static let list = """
        # a MetaMotion R on the wire
        model 5
        firmware 1.5.0
        0.000 > 01 80
        0.097 < 0180 00 00
        0.2 > 03 80
        0.346 < 03 80 01 02
        1.0 > 04 81 01
        1.146 < 04 81 01 ca 00
        """

    @Test func `a list of packets is replayed`() {
        let (status, out, _) = replay(Array(Self.list.utf8))
        #expect(status == .success, "\(out)")
        #expect(out.contains("MetaMotion R 1.5.0") && out.contains("LINK-1/ANSWER     3"))
    }

    /// What real hardware did: the model answers its host alike.
    @Test(arguments: ["metamotion-r-1", "metamotion-r-2"])
    func `captures of real boards are satisfied`(name: String) throws {
        let text = try Repository.text("docs/examples/captures/\(name).txt")
        let (status, out, _) = replay(Array(text.utf8))
        #expect(status == .success, "\(out)")
        #expect(
            out.contains("LINK-1/ANSWER    14") && out.contains("LINK-1/READ       5"), "\(out)")
    }

    @Test(arguments: ["17 81|11 00 06 00 06 00 06 00", "18 81|10 00"])
    func `what a sensor measured may differ`(exchange: String) {
        let parts = exchange.split(separator: "|")
        let model = exchange.hasPrefix("17") ? "MetaEnvironment" : "MetaDetector"
        let (status, out, _) = replay(
            Array("0.5 > \(parts[0])\n0.6 < \(parts[0]) \(parts[1])\n".utf8), ["--model", model])
        #expect(status == .success && out.contains("LINK-1/ANSWER"), "\(out)")
    }

    @Test func `a difference is shown in words, with the packets`() {
        let text = Self.list.replacing("03 80 01 02", with: "03 80 01 01")
        let (status, out, _) = replay(Array(text.utf8))
        #expect(status == .failed)
        #expect(
            out.contains("LINK-1/ANSWER/03-80 on MetaMotion R 1.5.0: accelerometer information"))
        #expect(out.contains("byte 3 is 01 captured and 02 here"), "\(out)")
        #expect(out.contains("> command   03 80  read accelerometer information"), "\(out)")
    }

    @Test func `the model and its firmware can be chosen`() {
        let (status, out, _) = replay(
            Array(Self.list.utf8), ["--model", "MetaMotion S", "--firmware", "1.7.2"])
        #expect(status == .failed && out.contains("MetaMotion S 1.7.2"))
    }

    // MARK: Bad input

    @Test(
        arguments: [
            ("", "a: error: the file is empty"),
            ("0.1 < 01 8", "a:1: error: `8` at column 10 is not a pair of hexadecimal digits"),
            ("0.1 01 80", "a:1: error: there is no direction after the time"),
            ("soon < 01", "a:1: error: `soon` is not a time in seconds"),
            ("1 < 01 80\n0.5 < 01 80", "a:2: error: the time is before that of the line above"),
            ("# nothing", "a: error: this file has no packets"),
            ("1 > 0x:", "a:1: error: `0x:` is not the UUID of a characteristic"),
            ("interval 1 s\naddress 12", "a:2: error: `12` is not an address"),
            ("interval 5 s", "a:1: error: `5 s` is not a connection interval"),
            ("1 > 01 01", "a: error: the capture contains neither the model number (2A24)"),
        ])
    func `a wrong list is refused with its line`(text: String, message: String) {
        let (status, _, err) = replay(Array(text.utf8))
        #expect(status == .usage && err.hasPrefix(message), "\(err)")
    }

    @Test func `other files are recognised`() {
        let cases: [([UInt8], String)] = [
            ([0xD4, 0xC3, 0xB2, 0xA1, 0, 0], "an older pcap file"),
            ([0x1F, 0x8B, 8, 0], "a compressed file"),
            ([1, 2, 0, 3], "neither a btsnoop nor a pcapng file"),
            (Array("btsnoop\0".utf8) + [0, 0], "the header is cut off"),
            (
                Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEB],
                "datalink type 1003 is not a host's HCI traffic"
            ),
            ([0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 9, 9, 9, 9], "the byte order is unknown"),
        ]
        for (bytes, message) in cases {
            let (status, _, err) = replay(bytes)
            #expect(status == .usage && err.contains(message), "\(err)")
        }
    }

    @Test(.slow, arguments: ["btsnoop", "pcapng"])
    func `damaged files are refused or read in part, and never trap`(format: String) throws {
        let bytes = try #require(Self.captures[format])
        // Cut anywhere: what is left is replayed.
        for part in [20, 1_000, bytes.count / 2, bytes.count - 3] {
            let (status, _, err) = replay(Array(bytes.prefix(part)))
            #expect(status != .success || !err.isEmpty, "\(part) bytes")
        }
        var state: UInt64 = 7
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<1 + random(6) { damaged[random(damaged.count)] = UInt8(random(256)) }
            // Only what is read is looked at here: playing each would take minutes.
            guard let file = try? CaptureFile(damaged) else { continue }
            _ = try? CaptureReplay(file, file: "a")
        }
    }

    @Test(arguments: [[0x7F, 0xFF], [0, 0]] as [[UInt8]])
    func `a time that is damaged is left out`(time: [UInt8]) throws {
        var bytes = try #require(Self.captures["btsnoop"])
        var (record, count) = (16, 0)
        while record < bytes.count {
            let length = bytes[record + 4..<record + 8].reduce(0) { $0 << 8 | Int($1) }
            count += 1
            if count == 60 { bytes.replaceSubrange(record + 16..<record + 18, with: time) }
            record += 24 + length
        }
        let (status, _, err) = replay(bytes)
        #expect(
            status == .success && err.contains("packet 60: the clock of the capture jumps"),
            "\(err)")
    }

    @Test func `a capture without a board says so`() throws {
        var writer = BtsnoopWriter()
        writer.append([1, 3, 0x0C, 0].span, .toController, at: CaptureTime(nanoseconds: 0))
        let (status, _, err) = replay(writer.output)
        #expect(status == .usage && err.contains("the capture contains no LE link"), "\(err)")
    }

    // MARK: Encryption

    /// The capture with an encryption event before packet `number` of the link's data; noise in place of the data
    /// behind it, as a sniffer sees it, or the data as its host has them.
    private func encrypted(from number: Int, isNoise: Bool) throws -> [UInt8] {
        let file = try CaptureFile(try #require(Self.captures["btsnoop"]))
        guard case .packets(let packets) = file.contents else { return [] }
        var random = RandomStream(seed: 1, purpose: "noise")
        var writer = BtsnoopWriter()
        var seen = 0
        for packet in packets {
            let time = CaptureTime(nanoseconds: packet.time)
            var bytes = packet.bytes
            if bytes[0] == 2 {
                if seen == number {
                    writer.append(
                        [4, 0x08, 4, 0, bytes[1], bytes[2] & 0x0F, 1].span, .toHost, at: time)
                }
                if seen >= number, isNoise {
                    for index in 5..<bytes.count {
                        bytes[index] = UInt8(truncatingIfNeeded: random.next())
                    }
                }
                seen += 1
            }
            writer.append(bytes.span, packet.direction, at: time)
        }
        #expect(seen > number)
        return writer.output
    }

    @Test(arguments: [0, 60])
    func `a link whose packets are still encrypted is refused`(number: Int) throws {
        let (status, out, err) = replay(try encrypted(from: number, isNoise: true))
        #expect(status == .usage && out.isEmpty, "\(out)")
        #expect(err.contains("a: error: link 1 with ") && err.contains(" is encrypted from "))
        #expect(
            err.contains("packets after that cannot be read; record on the host")
                && err.split(separator: "\n").count == 1, "\(err)")
    }

    @Test func `an encrypted link that was recorded on the host is replayed`() throws {
        let (status, out, err) = replay(try encrypted(from: 2, isNoise: false))
        #expect(status == .success && err.isEmpty, "\(out)\(err)")
    }

    @Test func `a log with the beginnings of packets alone is refused`() throws {
        // As a filtered snoop log of Android: of ACL data, the headers.
        let bytes = try #require(Self.captures["btsnoop"])
        var filtered = Array(bytes[..<16])
        var offset = 16
        while offset < bytes.count {
            let length = Int(bytes[offset + 6]) << 8 | Int(bytes[offset + 7])
            let data = bytes[offset + 24..<offset + 24 + length]
            let kept = data.first == 2 ? min(length, 13) : length
            filtered += bytes[offset..<offset + 4]
            filtered += [0, 0, UInt8(kept >> 8), UInt8(kept & 0xFF)]
            filtered += bytes[offset + 8..<offset + 24] + data.prefix(kept)
            offset += 24 + length
        }
        for options in [[], ["--model", "MetaMotion S"]] {
            let (status, out, err) = replay(filtered, options)
            #expect(status == .usage && out.isEmpty, "\(out)")
            #expect(err.contains(" packets were recorded in part"), "\(err)")
            #expect(err.contains("an Android snoop log must be `enabled`"), "\(err)")
            #expect(err.split(separator: "\n").count == 1, "\(err)")
        }
    }

    // MARK: Reports

    @Test(arguments: ReportFormat.allCases)
    func `a difference is in every format`(format: ReportFormat) {
        let text = Self.list.replacing("03 80 01 02", with: "03 80 01 01")
        let (status, out, _) = replay(Array(text.utf8), ["--report", format.rawValue])
        #expect(status == .failed)
        #expect(out.contains("LINK-1/ANSWER/03-80"), "\(out)")
        #expect(out.contains("byte 3 is 01 captured and 02 here"), "\(out)")
        #expect(out.hasSuffix("\n"))
    }
}
