import Foundation
import MetaWear

/// Streams 250 samples at 25 Hz with the SDK, and connects again if the link is lost; arguments switch
/// bugs on.
@main struct Recorder {
    static let wanted = 250
    static let bugs = Set(CommandLine.arguments.dropFirst())

    @MainActor static func main() async {
        var count = 0
        let scanner = MetaWearScanner()
        for _ in 1...15 where count < wanted {
            do {
                let device = try await found(scanner)
                try await connect(device)
                count += try await samples(of: device, atMost: wanted - count)
                try await device.disconnect()
            } catch {
                note("\(error)")
                if bugs.contains("one-attempt") { break }
            }
            if bugs.contains("end-is-end"), count > 0 { break }
            try? await Task.sleep(for: .seconds(1))
        }
        print("\(count) samples")
        guard count >= wanted else {
            note("CHECK FAILED: there are \(count) of \(wanted) samples")
            exit(1)
        }
    }

    @MainActor private static func found(_ scanner: MetaWearScanner) async throws -> MetaWearDevice
    {
        scanner.startScan()
        defer { scanner.stopScan() }
        for _ in 0..<200 {
            if let device = scanner.discoveredDevices.values.first { return device }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw NoBoard()
    }

    /// The SDK waits for a board until its caller gives up.
    private static func connect(_ device: MetaWearDevice) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await device.connect() }
            group.addTask {
                try await Task.sleep(for: .seconds(30))
                throw NoBoard()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func samples(of device: MetaWearDevice, atMost most: Int) async throws -> Int {
        guard let sensor = await device.makeAccelerometer(odrHz: 25, rangeG: 4) else {
            throw NoBoard()
        }
        var count = 0
        do {
            for try await _ in try await device.startStream(sensor) {
                count += 1
                if count == most { break }
            }
            try await device.stopStreaming(sensor)
        } catch {
            // What came before the end of the link counts.
            note("\(error)")
        }
        return count
    }

    private static func note(_ words: String) {
        FileHandle.standardError.write(Data("\(words)\n".utf8))
    }

    private struct NoBoard: Error {}
}
