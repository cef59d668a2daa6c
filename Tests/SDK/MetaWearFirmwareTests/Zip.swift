import CZip
import Foundation
import MetaWearFirmware
import Testing

/// A folder that is gone with its owner.
final class Folder: Sendable {
    let url = URL.temporaryDirectory.appending(path: "firmware-test-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file.
    func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let place = url.appending(path: name)
        try Data(bytes).write(to: place)
        return place
    }

    /// Writes a zip file of these files, in this order.
    func zip(_ files: KeyValuePairs<String, [UInt8]>, as name: String = "p.zip") throws -> URL {
        let place = url.appending(path: name)
        try? FileManager.default.removeItem(at: place)
        let archive = try #require(zip_open(place.path(), ZIP_CREATE | ZIP_EXCL, nil))
        for (name, bytes) in files {
            let memory = UnsafeMutableRawPointer.allocate(
                byteCount: max(1, bytes.count), alignment: 1)
            memory.copyMemory(from: bytes, byteCount: bytes.count)
            // The archive frees the memory.
            let source = zip_source_buffer(archive, memory, zip_uint64_t(bytes.count), 1)
            try #require(zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0)
        }
        try #require(zip_close(archive) == 0)
        return place
    }
}

/// Images of no meaning but their revision, which a simulated board finds.
enum TestImage {
    /// - Parameter requires: the bootloader without which a simulated one refuses the image.
    static func bytes(
        _ revision: String = "1.7.4", count: Int = 1_000, requires: String? = nil
    ) -> [UInt8] {
        var bytes = Array("boardsim:firmware=\(revision)".utf8) + [0]
        if let requires { bytes += Array("boardsim:requires=\(requires)".utf8) + [0] }
        for i in bytes.count..<max(bytes.count, count) {
            bytes.append(UInt8(truncatingIfNeeded: i * 31 + i >> 8))
        }
        return bytes
    }

    /// Any device, no version, one SoftDevice of any kind, the checksum.
    static func initPacket(_ image: [UInt8], crc: UInt16? = nil) -> [UInt8] {
        let crc = crc ?? checksum(image)
        return [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x00, 0xFE, 0xFF]
            + [UInt8(crc & 0xFF), UInt8(crc >> 8)]
    }

    /// CRC-16 (CCITT), from 0xFFFF on.
    static func checksum(_ image: [UInt8]) -> UInt16 {
        var crc: UInt16 = 0xFFFF
        for byte in image {
            crc ^= UInt16(byte) << 8
            for _ in 0..<8 { crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1 }
        }
        return crc
    }

    static func manifest(_ parts: String...) -> [UInt8] {
        Array("{\"manifest\": {\(parts.joined(separator: ", "))}}".utf8)
    }

    static func part(_ name: String, more: String = "") -> String {
        "\"\(name)\": {\"bin_file\": \"\(name).bin\", \"dat_file\": \"\(name).dat\"\(more)}"
    }
}
