import Checkout
import Foundation
import Testing
import Wire

@testable import MetaWearProtocol

/// No packet of the protocol documents is without its row.
@Suite struct CoverageTests {
    /// The packets of all rows of the vector tables, which their own tests hold to the encoders.
    private static func rows() throws -> (all: Set<String>, processors: Set<String>) {
        var rows: (all: Set<String>, processors: Set<String>) = (
            Set(BoardDescription().missing.map { Hex.text($0.bytes) }), []
        )
        for file in [
            "CommandVectorTests", "ProcessorVectorTests", "ProgramVectorTests", "SensorVectorTests",
            "ShortPacketTests",
        ] {
            let text = try Repository.text(
                "Tests/Clients/MetaWearProtocolTests/Vectors/\(file).swift")
            // Strings that go on in the next line are one.
            let joined = text.replacing(/"\s*\+\s*"/, with: "")
            for match in joined.matches(of: /"([0-9a-fA-F |]+)"/) {
                for packet in match.1.lowercased().split(separator: "|") {
                    let packet = packet.trimmingCharacters(in: .whitespaces)
                    guard Hex.bytes(packet)?.count ?? 0 > 1 else { continue }
                    rows.all.insert(packet)
                    if file.hasPrefix("Processor") { rows.processors.insert(packet) }
                }
            }
        }
        return rows
    }

    @Test func `every packet that the documents show a host writing has its row`() throws {
        let rows = try Self.rows()
        for (section, packets) in DocumentVectors.sections {
            #expect(Set(packets).count == packets.count, "\(section) counts a packet twice")
            for packet in packets {
                let isProcessor =
                    packet.hasPrefix("09 02 ")
                    && rows.processors.contains(String(packet.dropFirst(6)))
                let isConfiguration =
                    section == "core 4.6" && rows.processors.contains { $0.hasSuffix(" " + packet) }
                #expect(
                    rows.all.contains(packet) || isProcessor || isConfiguration,
                    "\(section): \(packet)")
            }
        }
    }

    @Test func `the documents' packets are counted by section`() {
        let sections = DocumentVectors.sections
        func count(_ prefix: String) -> Int {
            sections.filter { $0.key.hasPrefix(prefix) }.reduce(0) { $0 + $1.value.count }
        }
        #expect(sections.count == 83)
        #expect(count("core") == 243 && count("sensors") == 233 && count("clients") == 40)
        #expect(Set(sections.map(\.key)).count == sections.count)
    }

    @Test func `what no encoder makes is not claimed by a row`() throws {
        let rows = try Self.rows()
        for (reason, packets) in DocumentVectors.others {
            for packet in packets {
                #expect(Hex.bytes(packet) != nil)
                #expect(!rows.all.contains(packet), "\(packet) has a row, but: \(reason)")
            }
        }
    }
}
