import Checkout
import CommandLineProgram
import Foundation
import Testing

@testable import CommandLineTool
@testable import Replay

/// Captures that end while something runs, or in which nothing happens for long.
@Suite struct CutCaptureTests {
    private static func capture(_ model: String, _ stream: String) throws -> OwnCapture {
        try OwnCapture(
            "s.yaml",
            text: """
                version: 1
                boards: [{name: cut, model: \(model)}]
                clients:
                  - name: phone
                    steps:
                      - connect: {interval: 15 ms}
                      - initialise
                      - configure: {accelerometer: {rate: 50 Hz}}
                      - stream: {signals: [\(stream)], for: 6 s}
                      - disconnect
                """)
    }

    /// The packets up to so long after the first sample.
    private static func cut(_ capture: OwnCapture, _ head: [UInt8], after seconds: Double)
        -> [UInt8]
    {
        let first = capture.packets.first { $0.notified?.starts(with: head) ?? false }?.time ?? 0
        let end = first + Int64(seconds * 1e9)
        return capture.file { $0.time <= end ? [(delay: Int64(0), bytes: $0.bytes)] : [] }
    }

    @Test(
        arguments: [
            ("MetaMotion S", "acceleration", [0x03, 0x04]),
            ("MetaMotion R", "acceleration-packed", [0x03, 0x1C]),
        ] as [(String, String, [UInt8])])
    func `of a capture that ends while a stream runs nothing is compared after its end`(
        model: String, stream: String, head: [UInt8]
    ) throws {
        let capture = try Self.capture(model, stream)
        // Also just after a stream has begun.
        for seconds in [0, 0.1, 1, 4] {
            let (status, out, err) = OwnCapture.replay(Self.cut(capture, head, after: seconds))
            #expect(status == .success, "\(seconds) s: \(out)\(err)")
            #expect(err.contains("the capture ends before the link"), "\(err)")
        }
    }

    @Test func `numbers of packets are whole and not below zero`() throws {
        let list = """
            model 8
            firmware 1.7.2
            0.000 > 03 04 01
            0.500 < 03 04 00 10 00 08 00 00
            0.600 < 03 04 00 10 00 08 00 00
            0.700 > 03 02 01 00
            0.800 > 03 01 01
            9.000 > 03 01 00
            """
        let (status, out, _) = OwnCapture.replay(Array(list.utf8))
        #expect(status == .failed)
        #expect(out.contains(/packets: [0-9]+ here, 0 to [0-9]+ are expected/), "\(out)")
        #expect(!out.contains("packets is") && !out.contains("wanted -"), "\(out)")
    }

    @Test(arguments: [
        ("0.0 > 3 128", "`3` at column 7"), ("0.0 > 03 128", "`128` at column 10"),
        ("0.0 < 2A26: 3 1", "`3` at column 13"),
    ])
    func `decimal bytes of a list are refused with their place`(line: String, says: String) {
        let (status, _, err) = OwnCapture.replay(Array("model 8\n\(line)\n".utf8))
        #expect(status == .usage)
        #expect(
            err.contains("2") && err.contains(says) && err.contains("two hexadecimal digits"),
            "\(err)")
    }

    /// A stream that the model sends through a pause of the capture is counted and not kept.
    @Test(.slow) func `a long pause keeps no packets`() throws {
        var list = "model 8\nfirmware 1.7.2\n0.000 > 03 04 01\n"
        list += "0.1 > 03 02 01 00\n0.2 > 03 01 01\n120 > 03 01 00\n"
        let replay = try CaptureReplay(CaptureFile(Array(list.utf8)), file: "a")
        let link = replay.links[0]
        var heard = HeardPackets(playing: link)
        for time in 0..<100_000 {
            heard.take([0x03, 0x04, 0, 0, 0, 0, 0, 0], at: Int64(time) * 1_000_000)
            heard.take([0x0B, 0x84, 0, 0, 0, 0, 0], at: Int64(time) * 1_000_000)
        }
        let groups = heard.groups.values.map { ($0.count, $0.packets.count) }
        #expect(groups.allSatisfy { $0.0 == 100_000 && $0.1 <= 20 }, "\(groups)")
    }

    @Test func `confirmations of a drafted scenario answer pages`() throws {
        let capture = try OwnCapture(
            "s.yaml",
            text: """
                version: 1
                boards: [{name: full, model: MetaMotion S}]
                clients:
                  - name: phone
                    steps:
                      - connect: {interval: 15 ms}
                      - initialise
                      - configure: {accelerometer: {rate: 100 Hz}}
                      - log: {signals: [acceleration]}
                      - wait: 6 s
                      - stop-log
                      - download
                      - disconnect
                """)
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "boardsim-replay-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let (_, _, err) = OwnCapture.replay(
            capture.recorded, ["--scenario", "\(folder)/s.yaml"])
        let text = try String(contentsOfFile: "\(folder)/s.yaml", encoding: .utf8)
        let pages = text.components(separatedBy: "- wait-for: {bytes: \"0b 0d\"").count - 1
        #expect(pages > 2, "\(err)\(text)")
        #expect(text.components(separatedBy: "write: 0b 0e").count - 1 == pages)
        // Later pages than in the capture: each is still confirmed once, after it came.
        let slower = text.replacing("interval: 15.0 ms", with: "interval: 100 ms")
        #expect(slower != text)
        try slower.write(toFile: "\(folder)/s.yaml", atomically: true, encoding: .utf8)
        var out = ""
        let console = Console(
            write: { out += $0 }, complain: { out += $0 },
            read: { path throws(FileError) in
                guard let data = FileManager.default.contents(atPath: path) else {
                    throw FileError(path: path, reason: "No such file or directory")
                }
                return Array(data)
            }, save: { _, _ throws(FileError) in })
        _ = Tool.run(["run", "\(folder)/s.yaml", "--judge-client"], console)
        #expect(!out.contains("MW-READOUT-02") && !out.contains("MW-READOUT-01"), "\(out)")
        #expect(!out.contains("no 0b 0d"), "\(out)")
    }
}
