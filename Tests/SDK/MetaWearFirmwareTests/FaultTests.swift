import Checkout
import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing
import VirtualRadio
import VirtualTime

@testable import MetaWearFirmware

/// Updates with a link that fails, a bootloader that misbehaves, and a user who cancels.
@Suite struct FaultTests {
    private let folder: Folder

    /// What a fault looks like from the board's side.
    private static let allowed: Set<String> = [
        "MW-DFU-02", "MW-DFU-05", "MW-DFU-06", "MW-DFU-07", "MW-DFU-09",
    ]

    init() throws { folder = try Folder() }

    private func update(
        _ fault: FaultyTransport.Fault, _ package: URL
    ) async throws -> (UpdateBench.Outcome, operations: Int) {
        try await UpdateBench.run(allowing: Self.allowed) { bench in
            await bench.transport.set(fault)
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: package))
            let operations = await bench.transport.operations
            if outcome.error == nil { try await bench.expectApplication("1.7.4") }
            return (outcome, operations)
        }
    }

    /// Swept, not sampled: connecting, every request, every packet.
    @Test(.slow) func `a link that is lost once, at any operation, costs an attempt`() async throws
    {
        let package = try folder.package(count: 600)
        let all = try await update(.none, package).operations
        #expect(all > 40)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for place in 1...all {
                group.addTask {
                    let (outcome, _) = try await update(.loss(at: place), package)
                    #expect(outcome.error == nil, "operation \(place)")
                    // The acknowledgement of the last request may be lost with the link.
                    let attempts = outcome.states.filter { $0 == .scanning }.count
                    #expect(attempts >= (place == all ? 1 : 2), "operation \(place)")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(.slow)
    func `a link that is lost each time fails the update, and the board can be recovered`()
        async throws
    {
        let package = try folder.package(count: 600)
        for place in [1, 2, 3, 4, 8, 20, 40] {
            try await UpdateBench.run(allowing: Self.allowed) { bench in
                await bench.transport.set(.lossAlways(at: place))
                let outcome = try await UpdateBench.outcome(
                    bench.device.updateFirmware(zipURL: package))
                guard case .dfuFailed(let message)? = outcome.error else {
                    Issue.record("\(place): \(String(describing: outcome.error))")
                    return
                }
                #expect(message.wholeMatch(of: /(201|202|305): .+/) != nil, "\(message)")
                #expect(outcome.states.filter { $0 == .scanning }.count >= 3)
                #expect(await bench.device.state == .disconnected)
                #expect(bench.board.isInBootloader)
                await bench.transport.set(.none)
                let recovery = try await UpdateBench.outcome(
                    bench.device.recoverFirmware(zipURL: package))
                #expect(recovery.error == nil)
                #expect(recovery.states.last == .completed)
                try await bench.expectApplication("1.7.4")
            }
        }
    }

    @Test(.slow) func `an answer that does not come costs an attempt`() async throws {
        let package = try folder.package(count: 1_500)
        // Start, init packet, six receipts, image, validation.
        for place in 1...10 {
            let (outcome, _) = try await update(.silence(at: place), package)
            #expect(outcome.error == nil, "notification \(place)")
            let attempts = outcome.states.filter { $0 == .starting }.count
            // The second attempt finds a transfer under way and resets it.
            #expect(attempts == 3, "notification \(place)")
        }
    }

    @Test func `a bootloader that is silent fails the update`() async throws {
        let (outcome, _) = try await update(.silenceAlways, try folder.package())
        #expect(
            outcome.error
                == .dfuFailed(message: "306: the bootloader did not answer to the start"))
    }

    @Test(.slow) func `packets that are lost are noticed and sent again`() async throws {
        let package = try folder.package(count: 600)
        // The sizes, the init packet, each packet of the image.
        for packet in 1...32 {
            let (outcome, _) = try await update(.lostPacket(packet), package)
            #expect(outcome.error == nil, "packet \(packet)")
            #expect(outcome.states.filter { $0 == .starting }.count > 1, "packet \(packet)")
        }
    }

    @Test func `a wrong checksum is the package's fault, and said so`() async throws {
        try await UpdateBench.run(allowing: Self.allowed) { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: try folder.package(crc: 0x1234)))
            #expect(
                outcome.error
                    == .dfuFailed(
                        message: "5: the bootloader refused the validation: wrong checksum")
            )
            #expect(outcome.states.filter { $0 == .starting }.count == 1)
            try await Task.sleep(for: .seconds(5))
            #expect(bench.board.isInBootloader)
            let recovery = try await UpdateBench.outcome(
                bench.device.recoverFirmware(zipURL: try folder.package(as: "q.zip")))
            #expect(recovery.error == nil)
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test(arguments: [
        (UInt8(1), UInt8(4), "4: the bootloader refused the start: too large"),
        (1, 6, "6: the bootloader refused the start: operation failed"),
        (2, 6, "6: the bootloader refused the init packet: operation failed"),
        (3, 5, "5: the bootloader refused the image: wrong checksum"),
        (4, 3, "3: the bootloader refused the validation: not supported"),
    ])
    func `a refusal ends the update with its code`(
        request: UInt8, status: UInt8, message: String
    ) async throws {
        let (outcome, _) = try await update(
            .answer(to: request, status: status), try folder.package())
        #expect(outcome.error == .dfuFailed(message: message))
    }

    @Test func `a bootloader that accepts no connection is given up in time`() async throws {
        let (outcome, _) = try await update(.unreachable, try folder.package())
        #expect(
            outcome.error
                == .dfuFailed(
                    message: "201: the bootloader was not found, or does not accept connections"))
    }

    @Test func `an application that answers first is given time`() async throws {
        let (outcome, _) = try await update(.noService(1), try folder.package())
        #expect(outcome.error == nil)
        // It is looked at once more, 2 s later.
        try await UpdateBench.run(allowing: Self.allowed) { bench in
            await bench.transport.set(.noService(9))
            var looks: [ContinuousClock.Instant] = []
            let never = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: try folder.package())
            ) {
                if $0.state == .scanning { looks.append(.now) }
                return false
            }
            #expect(never.error == .dfuFailed(message: "302: the board is not in its bootloader"))
            #expect(looks.count == 2)
            let pause = looks[1] - looks[0]
            #expect(pause >= .seconds(2) && pause < .seconds(4), "\(pause)")
        }
    }

    @Test func `the bootloader has a second and a half to start`() async throws {
        try await UpdateBench.run { bench in
            var times: [DFUProgress.State: ContinuousClock.Instant] = [:]
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: try folder.package())
            ) {
                if times[$0.state] == nil { times[$0.state] = .now }
                return false
            }
            #expect(outcome.error == nil)
            let scanning = try #require(times[.scanning])
            let handOff = try #require(times[.bootloaderHandoff])
            #expect(scanning - handOff >= .milliseconds(1_500))
        }
    }

    @Test func `a board that never comes back is given up`() async throws {
        try await UpdateBench.run(allowing: Self.allowed) { bench in
            let package = try folder.package()
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: package)
            ) {
                if $0.state == .scanning { bench.desk.air.move(bench.board.address, to: 10_000) }
                return false
            }
            guard case .dfuFailed(let message)? = outcome.error else {
                Issue.record("\(String(describing: outcome.error))")
                return
            }
            #expect(message.hasPrefix("201: "))
            #expect(await bench.device.state == .disconnected)
        }
    }

    // MARK: Cancelling

    private static let states: [DFUProgress.State] =
        [.downloadingFirmware] + UpdateBench.wholeWay.dropLast()

    /// With the progress of the whole, and of a bootloader's part before it.
    @Test(arguments: states)
    func `cancelled in any state, the board and the device take the next update`(
        state: DFUProgress.State
    ) async throws {
        let package = try folder.package(count: 3_000)
        let url = try #require(URL(string: "http://firmware.test/p.zip"))
        let fetcher = ListedFetcher(
            [url.absoluteString: try Data(contentsOf: package)], folder: folder.url)
        try await UpdateBench.run(allowing: Self.allowed) { bench in
            let update = FirmwareUpdate(transport: bench.device.transport, fetcher: fetcher)
            let log = Log()
            let task = Task {
                let report: FirmwareUpdate.Report = { log.append($0.state) }
                let package = try await update.package(at: url, report)
                try await bench.device.install(UpdatePlan(package: package), update, report)
            }
            log.watch(for: state) { task.cancel() }
            let result = await task.result
            try await Task.sleep(for: .seconds(30))
            #expect(await bench.device.state != .connecting)
            switch state {
            case .downloadingFirmware:
                // Nothing has happened to the board.
                #expect(throws: (any Error).self) { try result.get() }
                #expect(await bench.device.state == .idle)
                try await bench.device.disconnect()
                try await bench.expectApplication(UpdateBench.original)
            case .bootloaderHandoff, .scanning, .connecting:
                #expect(throws: MWFirmwareError.aborted) { try result.get() }
                #expect(log.states.last == .aborted)
                try await bench.expectApplication(UpdateBench.original)
            case .disconnecting:
                // The image is in place: there is nothing to abort.
                #expect(throws: Never.self) { try result.get() }
                #expect(log.states.last == .completed)
                try await bench.expectApplication("1.7.4")
            default:
                #expect(throws: MWFirmwareError.aborted) { try result.get() }
                #expect(log.states.last == .aborted)
                if bench.board.isInBootloader {
                    let recovery = try await UpdateBench.outcome(
                        bench.device.recoverFirmware(zipURL: package))
                    #expect(recovery.error == nil)
                    try await bench.expectApplication("1.7.4")
                } else {
                    try await bench.expectApplication(UpdateBench.original)
                }
            }
        }
    }

    /// Swept as well: the cancel comes at every operation with the bootloader.
    @Test(.slow) func `cancelled at any operation, the board takes the next update`() async throws {
        let package = try folder.package(count: 600)
        let all = try await update(.none, package).operations
        try await withThrowingTaskGroup(of: Void.self) { group in
            for place in 1...all {
                group.addTask { try await Self.cancel(at: place, package) }
            }
            try await group.waitForAll()
        }
    }

    private static func cancel(at place: Int, _ package: URL) async throws {
        try await UpdateBench.run(allowing: allowed) { bench in
            await bench.transport.set(.none)
            let update = FirmwareUpdate(
                transport: bench.device.transport, fetcher: ListedFetcher())
            let plan = UpdatePlan(package: try FirmwarePackage(contentsOf: package))
            let task = Task { try await bench.device.install(plan, update) { _ in } }
            await bench.transport.hook(at: place) { task.cancel() }
            let error = await task.result.error as? MWFirmwareError
            #expect(error == nil || error == .aborted, "operation \(place)")
            try await Task.sleep(for: .seconds(30))
            #expect(await bench.device.state == .disconnected, "operation \(place)")
            if bench.board.isInBootloader {
                let recovery = try await UpdateBench.outcome(
                    bench.device.recoverFirmware(zipURL: package))
                #expect(recovery.error == nil, "operation \(place)")
                try await bench.expectApplication("1.7.4")
            } else {
                // It completed, or it has not begun.
                try await bench.expectApplication(
                    error == nil ? "1.7.4" : UpdateBench.original)
            }
        }
    }

    @Test(.slow, arguments: states)
    func `an update whose progress is no longer read is cancelled`(
        state: DFUProgress.State
    ) async throws {
        let package = try folder.package(count: 3_000)
        let url = try #require(URL(string: "http://firmware.test/p.zip"))
        let fetcher = ListedFetcher(
            [url.absoluteString: try Data(contentsOf: package)], folder: folder.url)
        try await UpdateBench.run(allowing: Self.allowed) { bench in
            _ = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: url, fetcher: fetcher)
            ) { $0.state == state }
            // Whatever it takes to tidy up.
            try await Task.sleep(for: .seconds(30))
            if await bench.device.state == .idle { try await bench.device.disconnect() }
            if bench.board.isInBootloader {
                let recovery = try await UpdateBench.outcome(
                    bench.device.recoverFirmware(zipURL: package))
                #expect(recovery.error == nil)
            }
            let revision = bench.board.firmwareRevision
            try await bench.expectApplication(revision)
            #expect(state == .disconnecting ? revision == "1.7.4" : true)
        }
        for made in await fetcher.made {
            #expect(!FileManager.default.fileExists(atPath: made.path()))
        }
    }

    /// The same transfer in other orders of what is ready at one moment.
    @Test(.slow, arguments: 0..<50 as Range<UInt64>)
    func `no schedule breaks an update`(seed: UInt64) async throws {
        let package = try folder.package(count: 600)
        try await UpdateBench.run(options: .shuffled(seed)) { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: package))
            #expect(outcome.error == nil && outcome.states == UpdateBench.wholeWay)
            try await bench.expectApplication("1.7.4")
        }
    }
}

/// States in order; the first of one kind has a consequence.
private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var reported: [DFUProgress.State] = []
    private var wanted: (state: DFUProgress.State, body: () -> Void)?

    var states: [DFUProgress.State] { lock.withLock { reported } }

    func append(_ state: DFUProgress.State) {
        let body = lock.withLock { () -> (() -> Void)? in
            reported.append(state)
            guard wanted?.state == state else { return nil }
            defer { wanted = nil }
            return wanted?.body
        }
        body?()
    }

    func watch(for state: DFUProgress.State, _ body: @escaping () -> Void) {
        lock.withLock { wanted = (state, body) }
    }
}

extension Result {
    /// Nil for a success.
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
