import Checkout
import Foundation
import MetaWear
import MetaWearScenario
import MetaWearTesting
import Synchronization
import Testing
import VirtualTime

/// Tests of an app that are run in every world in which something goes wrong.
@Suite struct ExploreTests {
    private static let text = """
        version: 1
        name: A board on a table
        boards:
          - {name: table, model: MetaMotion R, address: "E1:00:00:00:00:01"}
        """

    private static func withFile(
        _ text: String = text, _ body: (_ path: String) async throws -> Void
    ) async throws {
        let folder = URL.temporaryDirectory.appending(path: "próba łącza \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "desk.yaml")
        try Data(text.utf8).write(to: file)
        try await body(file.path(percentEncoded: false))
    }

    private static func device(on desk: ScenarioDesk) throws -> MetaWearDevice {
        let board = try #require(desk.boards["table"])
        return MetaWearDevice(identifier: board, transport: desk.radio.transport(to: board))
    }

    /// Gives up at the first mistake of the link.
    @Sendable private static func careless(_ desk: ScenarioDesk) async throws {
        let device = try device(on: desk)
        try await device.connect()
        let battery = try await device.readBattery()
        #expect(battery.charge > 10)
        try await device.disconnect()
    }

    /// Tries again, as often as a link can be lost.
    @Sendable private static func careful(_ desk: ScenarioDesk) async throws {
        for attempt in 1... {
            let device = try device(on: desk)
            do {
                try await within(.seconds(30)) {
                    try await device.connect()
                    _ = try await device.readBattery()
                    try await device.disconnect()
                }
                return
            } catch {
                try? await device.disconnect()
                if attempt == 8 { throw error }
                try await Task.sleep(for: .seconds(5))
            }
        }
    }

    /// Connecting to a board that is gone takes for ever, as on every radio.
    private static func within(
        _ time: Duration, _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: time)
                throw MWError.timeout
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Never learns that nothing comes any more.
    @Sendable private static func patient(_ desk: ScenarioDesk) async throws {
        let device = try device(on: desk)
        try await device.connect()
        while await device.state != .disconnected { try await Task.sleep(for: .seconds(1)) }
    }

    private static func options(_ faults: Set<String>) -> ExplorationOptions {
        var options = ExplorationOptions()
        options.faults = faults
        return options
    }

    /// What an exploration records for its test.
    private static func issues(
        _ file: String, _ options: ExplorationOptions,
        _ test: @escaping @Sendable (ScenarioDesk) async throws -> Void
    ) async throws -> [String] {
        let issues = Mutex<[String]>([])
        try await withKnownIssue("of the explored test", isIntermittent: true) {
            try await explore(file, options: options, test: test)
        } matching: { issue in
            issues.withLock { $0.append(issue.error.map { "\($0)" } ?? "\(issue)") }
            return true
        }
        return issues.withLock { $0 }
    }

    @Test func `what breaks a careless test is found, made smaller and explained`() async throws {
        try await Self.withFile { file in
            let found = try await Self.issues(
                file, Self.options(["link-loss", "refuse-request"]), Self.careless)
            let text = try #require(found.first)
            #expect(found.count == 1)
            #expect(text.contains("threw "))
            #expect(text.contains("threw operationFailed(\"the link was lost: connection timeout"))
            #expect(text.contains("the link is lost for 8 s after packet 5 of `< att 09`"))
            // Nothing comes for a board that is gone for good, and the test does not give up.
            #expect(text.contains("still ran after 600.0 seconds"))
            // A run says the same each time.
            let again = try await Self.issues(
                file, Self.options(["link-loss", "refuse-request"]), Self.careless)
            #expect(again == found)
        }
    }

    @Test func `a careful test holds, whatever goes wrong`() async throws {
        try await Self.withFile { file in
            let worlds = Mutex(0)
            try await explore(file, options: Self.options(["link-loss", "lose-packet"])) { desk in
                worlds.withLock { $0 += 1 }
                try await Self.careful(desk)
            }
            #expect(worlds.withLock { $0 } > 20)
        }
    }

    @Test func `shuffled tasks come together with faults, the same each time`() async throws {
        try await Self.withFile { file in
            var options = Self.options(["link-loss"])
            options.shufflesTasks = true
            options.worlds = 20
            #expect(try await Self.issues(file, options, Self.careful) == [])
            let found = try await Self.issues(file, options, Self.careless)
            #expect(found.count == 1)
            #expect(try await Self.issues(file, options, Self.careless) == found)
        }
    }

    /// The orders in which two tasks that are ready at once run, over all worlds.
    private static func orders(_ file: String, shuffled: Bool) async throws -> Set<[Int]> {
        let orders = Mutex<Set<[Int]>>([])
        var options = options(["link-loss"])
        options.shufflesTasks = shuffled
        options.worlds = 12
        try await explore(file, options: options) { desk in
            let order = await withTaskGroup(of: Int.self) { group in
                for task in 0..<4 { group.addTask { task } }
                return await group.reduce(into: [Int]()) { $0.append($1) }
            }
            orders.withLock { _ = $0.insert(order) }
            try await Self.careful(desk)
        }
        return orders.withLock { $0 }
    }

    @Test func `tasks run in one order, or in another one in each world`() async throws {
        try await Self.withFile { file in
            let one = try await Self.orders(file, shuffled: false)
            #expect(one == [[0, 1, 2, 3]])
            let many = try await Self.orders(file, shuffled: true)
            #expect(many.count > 3)
        }
    }

    @Test func `a test that is cancelled ends, and its search with it`() async throws {
        try await Self.withFile { file in
            let (worlds, world) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                defer { world.finish() }
                try await explore(file) { desk in
                    world.yield()
                    try await Self.careful(desk)
                }
            }
            for await _ in worlds.prefix(3) {}
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func `an expectation that fails in some world has its place`() async throws {
        try await Self.withFile { file in
            let found = try await Self.issues(file, Self.options(["battery"])) { desk in
                let device = try Self.device(on: desk)
                try await device.connect()
                let battery = try await device.readBattery()
                #expect(battery.charge > 10)
                try await device.disconnect()
            }
            let text = try #require(found.first { $0.contains("kind of failure") })
            #expect(text.contains("(ExploreTests.swift:"))
            #expect(text.contains("the battery is nearly empty after packet 1 of"))
        }
    }

    @Test func `a test that never ends without a fault is explored no further`() async throws {
        try await Self.withFile { file in
            var options = Self.options(["link-loss"])
            options.limit = .seconds(120)
            let found = try await Self.issues(file, options, Self.patient)
            #expect(found.first?.contains("still ran after 120.0 seconds") == true)
            #expect(found.first?.contains("it breaks without any fault") == true)
        }
    }

    @Test func `a failure is written as a scenario that fails again`() async throws {
        try await Self.withFile { file in
            var options = Self.options(["refuse-request"])
            options.folder = URL(filePath: file).deletingLastPathComponent()
                .appending(path: "failures").path(percentEncoded: false)
            let found = try await Self.issues(file, options, Self.careless)
            let folder = try #require(options.folder)
            #expect(found.first?.contains("failure-1.yaml") == true)
            let desk = try ScenarioDesk(file: "\(folder)/failure-1.yaml")
            await #expect(throws: (any Error).self) {
                try await withVirtualTime(desk) { try await Self.careless(desk) }
            }
        }
    }

    @Test func `wrong input is an error with its place`() async throws {
        try await Self.withFile("version: 1\nbords: []\n") { file in
            let found = try await Self.issues(file, ExplorationOptions(), Self.careful)
            #expect(found.count == 1)
            #expect(found.first?.contains(":2:1: error: ") == true)
        }
        let missing = try await Self.issues("/none.yaml", ExplorationOptions(), Self.careful)
        #expect(missing.first?.contains("/none.yaml: the scenario cannot be read") == true)
        try await Self.withFile { file in
            let found = try await Self.issues(file, Self.options(["rain"]), Self.careful)
            #expect(found.first?.contains("no kind of fault named rain") == true)
        }
    }

    private static let wrist = Repository.top.appending(path: "Scenarios/wrist.yaml").path(
        percentEncoded: false)

    @Test(.slow, .explored(wrist, options: options(["reset"])))
    func `a test with the trait runs in worlds of its own`() async throws {
        let desk = ScenarioDesk.explored
        let board = try #require(desk.boards.values.first)
        let device = MetaWearDevice(
            identifier: board, transport: desk.radio.transport(to: board))
        // A reset ends it; connecting again does.
        for _ in 0..<3 {
            do {
                try await device.connect()
                _ = try await device.readBattery()
                return
            } catch {
                try await Task.sleep(for: .seconds(5))
            }
        }
        Issue.record("three attempts were not enough")
    }
}
