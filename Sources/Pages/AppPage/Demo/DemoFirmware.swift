package import Foundation
package import MetaWearFirmware

/// A server of firmware for simulated boards: no request leaves the machine.
package struct DemoFirmware: MWFirmwareFetcher {
    private let revision: String
    private let package: [UInt8]

    /// - Parameters:
    ///   - revision: of the one firmware that there is, for every board.
    package init(revision: String = "1.99.0") {
        self.revision = revision
        package = Self.package(revision: revision)
    }

    /// The catalogue.
    package func data(from url: URL) async throws -> (Data, HTTPURLResponse) {
        (try JSONEncoder().encode(catalogue), try answer(url))
    }

    /// The package, for any address.
    package func download(from url: URL) async throws -> (URL, HTTPURLResponse) {
        let file = URL.temporaryDirectory.appending(path: "demo-firmware-\(UUID()).zip")
        try Data(package).write(to: file)
        return (file, try answer(url))
    }

    private var catalogue: [String: [String: [String: [String: [String: String]]]]] {
        let builds = ["vanilla": [revision: ["filename": "firmware.zip"]]]
        let models = Dictionary(uniqueKeysWithValues: (0...10).map { ("\($0)", builds) })
        return Dictionary(uniqueKeysWithValues: (0...9).map { ("0.\($0)", models) })
    }

    private func answer(_ url: URL) throws -> HTTPURLResponse {
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        else { throw MWFirmwareError.invalidServerResponse(message: "the address is none") }
        return response
    }

    // MARK: The package

    private static let imageLength = 6_000

    /// An image of no meaning but its revision, which a simulated board finds.
    private static func package(revision: String) -> [UInt8] {
        var image = Array("boardsim:firmware=\(revision)".utf8) + [0]
        while image.count < imageLength {
            image.append(UInt8(truncatingIfNeeded: image.count * 31 + image.count >> 8))
        }
        // Any device, no version, one SoftDevice of any kind, the checksum.
        let description: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x00, 0xFE, 0xFF,
        ]
        let sum = checksum(image)
        let manifest =
            #"{"manifest": {"application": {"bin_file": "application.bin","#
            + #" "dat_file": "application.dat"}}}"#
        return StoredZip.archive([
            ("manifest.json", Array(manifest.utf8)),
            ("application.dat", description + [UInt8(sum & 0xFF), UInt8(sum >> 8)]),
            ("application.bin", image),
        ])
    }

    /// CRC-16 (CCITT), from 0xFFFF on.
    private static func checksum(_ bytes: [UInt8]) -> UInt16 {
        bytes.reduce(0xFFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in
                sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1
            }
        }
    }
}

/// A zip file whose files are not compressed (APPNOTE.TXT 4.3).
enum StoredZip {
    static func archive(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for (name, bytes) in files {
            let name = Array(name.utf8)
            // Version, flags, no compression, 1 January 1980 at midnight, checksum, sizes, lengths of name and rest.
            let facts =
                number(10, 2) + number(0, 2) + number(0, 2) + number(0, 2) + number(0x21, 2)
                + number(Int(checksum(bytes)), 4) + number(bytes.count, 4)
                + number(bytes.count, 4) + number(name.count, 2) + number(0, 2)
            directory +=
                number(0x0201_4B50, 4) + number(10, 2) + facts + number(0, 2) + number(0, 2)
                + number(0, 2) + number(0, 4) + number(archive.count, 4) + name
            archive += number(0x0403_4B50, 4) + facts + name + bytes
        }
        let end =
            number(0x0605_4B50, 4) + number(0, 2) + number(0, 2) + number(files.count, 2)
            + number(files.count, 2) + number(directory.count, 4) + number(archive.count, 4)
            + number(0, 2)
        return archive + directory + end
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// CRC-32, reflected.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        }
        return ~sum
    }
}
