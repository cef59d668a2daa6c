package import Foundation
internal import JSON
package import MetaWearFirmware
internal import PageModel

/// A server of firmware for simulated boards: no request leaves the machine.
package struct DemoFirmware: MWFirmwareFetcher {
    private let revision: String
    private let bootloader: String?

    /// - Parameters:
    ///   - revision: of the one firmware that there is, for every board.
    ///   - bootloader: the one that the firmware needs, which there is, too; nil if any will do.
    package init(revision: String = "1.99.0", bootloader: String? = nil) {
        (self.revision, self.bootloader) = (revision, bootloader)
    }

    /// The catalogue.
    package func data(from url: URL) async throws -> (Data, HTTPURLResponse) {
        (Data(try catalogue.json().compact), try answer(url))
    }

    /// The package of a firmware or a bootloader.
    package func download(from url: URL) async throws -> (URL, HTTPURLResponse) {
        let file = URL.temporaryDirectory.appending(path: "demo-firmware-\(UUID()).zip")
        let isBootloader = url.pathComponents.contains("bootloader")
        let package =
            isBootloader
            ? Self.package("bootloader", revision: bootloader ?? "")
            : Self.package("application", revision: revision)
        try Data(package).write(to: file)
        return (file, try answer(url))
    }

    private var catalogue: [String: [String: [String: [String: [String: String]]]]] {
        var firmware = ["filename": "firmware.zip"]
        firmware["required-bootloader"] = bootloader
        var builds = ["vanilla": [revision: firmware]]
        if let bootloader {
            builds["bootloader"] = [bootloader: ["filename": "bootloader.zip"]]
        }
        let models = Dictionary(uniqueKeysWithValues: (0...10).map { ("\($0)", builds) })
        return Dictionary(uniqueKeysWithValues: (0...9).map { ("0.\($0)", models) })
    }

    private func answer(_ url: URL) throws -> HTTPURLResponse {
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        else { throw MWFirmwareError.invalidServerResponse(message: "not a valid URL") }
        return response
    }

    // MARK: The package

    private static let imageLength = 6_000

    /// An image of no meaning but its revision, which a simulated board finds.
    private static func package(_ part: String, revision: String) -> [UInt8] {
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
            #"{"manifest": {"\#(part)": {"bin_file": "\#(part).bin", "#
            + #""dat_file": "\#(part).dat"}}}"#
        return StoredZip.archive([
            ("manifest.json", Array(manifest.utf8)),
            ("\(part).dat", description + [UInt8(sum & 0xFF), UInt8(sum >> 8)]),
            ("\(part).bin", image),
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
