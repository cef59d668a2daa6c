import CommandLineProgram
import Dispatch
import Foundation
import MetaWear
import MetaWearPersistence
import Synchronization

/// The store of sessions, in a file of a temporary folder.
enum PersistenceBenchmarks {
    static func all(_ console: Console) -> [Measurement] {
        let result = Mutex<Result<[Measurement], any Error>>(.success([]))
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                let measured = try await millionSamples()
                result.withLock { $0 = .success(measured) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        switch result.withLock({ $0 }) {
        case .success(let measured): return measured
        case .failure(let error):
            console.complain("\(error)\n")
            return []
        }
    }

    private static func millionSamples() async throws -> [Measurement] {
        let folder = URL.temporaryDirectory.appending(path: "boardsim-bench-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let container = try ModelContainer(url: folder.appending(path: "sessions.sqlite"))
        let store = MWPersistenceStore(modelContainer: container)
        let samples = (0..<1_000_000).map {
            MWLoggedSample(
                date: Date(timeIntervalSince1970: Double($0) / 100), tickMs: Double($0) * 10,
                value: CartesianFloat(x: Float($0), y: 0.1, z: -1))
        }
        let start = Pacer.processorSeconds
        let session = try await store.saveSession(
            deviceID: UUID(),
            deviceInfo: MWDeviceInformation(
                manufacturer: "", modelNumber: "8", serialNumber: "", firmwareRevision: "",
                hardwareRevision: ""),
            sensorKind: CartesianFloat.persistenceKind, samples: samples)
        let saved = Pacer.processorSeconds
        let found = try await store.fetchSamples(sessionID: session.id, as: CartesianFloat.self)
        let fetched = Pacer.processorSeconds
        precondition(found == samples)
        // Two times and three components each.
        let bytes = 1e6 * (2 * 8 + 3 * 4)
        return [
            Measurement(
                name: "a million samples of a session, saved", value: saved - start, unit: "s",
                bound: .atMost(2), floor: Work(bytes: bytes)),
            Measurement(
                name: "a million samples of a session, fetched", value: fetched - saved, unit: "s",
                bound: .atMost(1), floor: Work(bytes: bytes)),
        ]
    }
}
