import Bluetooth
import Checkout
import CommandLineProgram
import Declaration
import Foundation
import Testing

@testable import CommandLineTool
@testable import Replay

/// What the first client of a scenario sent and received, as its own btsnoop file has it; a test may change what it
/// received.
struct OwnCapture: Sendable {
    let packets: [CaptureFile.Packet]

    /// Runs a scenario: a path below the repository, or a text.
    ///
    /// - Parameter text: nil if the scenario is a shipped one.
    init(_ path: String, text: String? = nil) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "boardsim-replay-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        var said = ""
        let console = Console(
            write: { said += $0 }, complain: { said += $0 },
            read: { name throws(FileError) in
                if let text { return Array(text.utf8) }
                do { return try Repository.bytes(name) } catch {
                    throw FileError(path: name, reason: "No such file or directory")
                }
            }, save: { _, _ throws(FileError) in })
        let status = Tool.run(["run", path, "--btsnoop", "\(folder)/run.snoop"], console)
        #expect(status == .success, "\(said)")
        let data = try #require(FileManager.default.contents(atPath: "\(folder)/run.snoop"))
        guard case .packets(let packets) = try CaptureFile(Array(data)).contents else {
            self.packets = []
            return
        }
        self.packets = packets
    }

    /// The file as it was recorded.
    var recorded: [UInt8] { file { packet in [(Int64(0), packet.bytes)] } }

    /// A file with other packets: for each one what comes in its place, and how much later in nanoseconds.
    func file(_ change: (CaptureFile.Packet) -> [(delay: Int64, bytes: [UInt8])]) -> [UInt8] {
        var changed: [(time: Int64, packet: CaptureFile.Packet)] = []
        for packet in packets {
            for (delay, bytes) in change(packet) {
                var packet = packet
                packet.bytes = bytes
                changed.append((packet.time + delay, packet))
            }
        }
        // The order of packets with the same time stays.
        let order = changed.indices.sorted { (changed[$0].time, $0) < (changed[$1].time, $1) }
        var writer = BtsnoopWriter()
        for index in order {
            let (time, packet) = changed[index]
            let bytes = packet.bytes
            writer.append(
                bytes.span, packet.direction, at: CaptureTime(nanoseconds: time))
        }
        return writer.output
    }

    /// What `boardsim replay` says of a file.
    static func replay(
        _ bytes: [UInt8], _ options: [String] = []
    ) -> (status: CommandLineProgram.ExitStatus, out: String, err: String) {
        var out = "", err = ""
        let console = Console(
            write: { out += $0 }, complain: { err += $0 },
            read: { _ throws(FileError) in bytes }, save: { _, _ throws(FileError) in })
        let status = Tool.run(["replay", "a"] + options, console)
        return (status, out, err)
    }
}

extension CaptureFile.Packet {
    /// What the host receives in an ATT packet, from its opcode on; nil of anything else.
    var received: ArraySlice<UInt8>? {
        direction == .toHost && bytes.count > 9 && bytes[0] == 2 ? bytes[9...] : nil
    }

    /// The value of a notification; nil of anything else.
    var notified: ArraySlice<UInt8>? {
        received.flatMap { $0.first == 0x1B ? $0.dropFirst(3) : nil }
    }

    /// With other bytes behind the ATT opcode, and the lengths that belong to them.
    func replacing(attribute: [UInt8]) -> [UInt8] {
        let (inner, outer) = (attribute.count, attribute.count + 4)
        return Array(bytes[..<3]) + [
            UInt8(outer & 0xFF), UInt8(outer >> 8), UInt8(inner & 0xFF), UInt8(inner >> 8),
        ] + bytes[7..<9] + attribute
    }
}
