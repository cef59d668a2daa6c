import Bluetooth
import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// A board in its bootloader, and a host that writes to control point and packet.
final class DFUBench {
    let bench: Bench
    var board: MetaWearBoard { bench.board }

    /// - Parameter jumps: false leaves the board in its application.
    init(
        _ profile: BoardProfile = .metaMotionS, storage: (any FlashStorage)? = nil,
        jumps: Bool = true
    ) {
        bench = Bench(profile, storage: storage, isConnected: jumps)
        guard jumps else { return }
        bench.write("fe 02")
        arrive()
    }

    /// The board is on the air again, and a host comes and listens.
    func arrive(listens: Bool = true) {
        bench.run(milliseconds: 200)
        bench.connect()
        if listens {
            board.subscriptionChanged(MetaBoot.control, by: bench.connection, to: .notifications)
        }
        bench.link.heard = []
    }

    @discardableResult func control(_ bytes: [UInt8]) -> ATTError? {
        write(bytes, MetaBoot.control, .request)
    }

    func packet(_ bytes: [UInt8]) { write(bytes, MetaBoot.packet, .command) }

    @discardableResult private func write(
        _ bytes: [UInt8], _ value: ValueID, _ kind: WriteKind
    ) -> ATTError? {
        do throws(ATTError) {
            try board.write(bytes.span, to: value, kind, by: bench.connection)
            return nil
        } catch {
            return error
        }
    }

    /// `c 01 04` writes the control point, `p …` the packet, `p image 0 240` that part of the image
    /// in packets of 20; `<` claims what was notified next; what stands behind two blanks is prose.
    func play(
        _ transcript: String, image: [UInt8] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let lines = transcript.split(separator: "\n", omittingEmptySubsequences: false)
        for (n, line) in lines.enumerated() {
            guard let what = step(String(line), image) else { continue }
            Issue.record(
                "\(what): \(line)",
                sourceLocation: SourceLocation(
                    fileID: sourceLocation.fileID, filePath: sourceLocation.filePath,
                    line: sourceLocation.line + 2 + n, column: 1))
        }
        let left = bench.take()
        if !left.isEmpty { Issue.record("no line claims \(left)", sourceLocation: sourceLocation) }
    }

    private func step(_ line: String, _ image: [UInt8]) -> String? {
        let body = line.dropFirst(2).split(separator: "  ").first.map(String.init) ?? ""
        let words = body.split(separator: " ").map(String.init)
        switch line.first {
        case nil, "#": return nil
        case "c":
            guard let bytes = Hex.bytes(body) else { return "what is this" }
            return control(bytes).map { "refused: \($0)" }
        case "p" where words.first == "image":
            guard words.count == 3, let from = Int(words[1]), let to = Int(words[2]) else {
                return "what is this"
            }
            for at in stride(from: from, to: to, by: 20) {
                packet(Array(image[at..<min(at + 20, to)]))
            }
            return nil
        case "p":
            guard let bytes = Hex.bytes(body) else { return "what is this" }
            packet(bytes)
            return nil
        case "<" where body == "nothing":
            let heard = bench.take()
            return heard.isEmpty ? nil : "the board notified \(heard)"
        case "<":
            guard !bench.link.heard.isEmpty else { return "the board notified nothing" }
            let heard = Hex.text(bench.link.heard.removeFirst())
            return heard == body ? nil : "the board notified \(heard)"
        default: return "what is this"
        }
    }

    /// A whole update, as a host without receipts does it.
    func update(kind: UInt8 = 4, _ image: [UInt8], initPacket: [UInt8]) {
        let size = Self.little(UInt32(image.count))
        let none: [UInt8] = [0, 0, 0, 0]
        control([0x01, kind])
        packet(kind == 1 ? size + none + none : kind == 2 ? none + size + none : none + none + size)
        control([0x02, 0x00])
        packet(initPacket)
        control([0x02, 0x01])
        control([0x03])
        for at in stride(from: 0, to: image.count, by: 20) {
            packet(Array(image[at..<min(at + 20, image.count)]))
        }
        control([0x04])
        #expect(bench.take().last == "10 04 01")
        control([0x05])
    }

    static func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// CRC-16 by the book, bit by bit (CCITT, initial 0xFFFF).
    static func crc(_ bytes: [UInt8]) -> UInt16 {
        var crc: UInt16 = 0xFFFF
        for byte in bytes {
            crc ^= UInt16(byte) << 8
            for _ in 0..<8 { crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1 }
        }
        return crc
    }

    /// As packages for any device have it: no version, one SoftDevice, the image's CRC.
    static func initPacket(
        for image: [UInt8], version: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    ) -> [UInt8] {
        let crc = crc(image)
        return [0xFF, 0xFF, 0xFF, 0xFF] + version
            + [0x01, 0x00, 0xFE, 0xFF, UInt8(truncatingIfNeeded: crc), UInt8(crc >> 8)]
    }

    /// An image without any meaning.
    static func image(_ count: Int, saying text: String = "") -> [UInt8] {
        var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        bytes.replaceSubrange(100..<100 + text.utf8.count, with: Array(text.utf8))
        return bytes
    }

    /// Device information 2A26.
    var revision: String {
        let value = (try? board.read(GATT.firmwareRevision, by: bench.connection)) ?? []
        return String(decoding: value, as: UTF8.self)
    }

    var nameOnAir: String? {
        guard let data = board.advertisement?.data else { return nil }
        var at = 0
        while at + 1 < data.count {
            let length = Int(data[at])
            if data[at + 1] == 0x09 {
                return String(decoding: data[(at + 2)..<(at + 1 + length)], as: UTF8.self)
            }
            at += length + 1
        }
        return nil
    }
}
