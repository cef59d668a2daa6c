import CoreBluetooth
import Foundation
import JSON
import JudgedDesk
import MetaWear
import MetaWearBoard
import MetaWearFirmware
import MetaWearPersistence
import MetaWearSimulator
import MetaWearTransport
import Motion
import PageModel
import Testing
import VirtualTime

@testable import AppPage

/// The app in front of a desk, used as a browser uses it: commands by name, and the state that is published.
@MainActor final class AppBench {
    let desk: SimulatedDesk
    let folder: URL
    private(set) var model: AppModel
    private(set) var page: AppPage
    let server: MWFirmwareServer
    private let store: MWPersistenceStore

    init(
        _ desk: SimulatedDesk, folder: URL, server: MWFirmwareServer, radio: (any BLERadio)? = nil
    ) throws {
        (self.desk, self.folder, self.server) = (desk, folder, server)
        store = MWPersistenceStore(
            modelContainer: try ModelContainer(url: folder.appending(path: "sessions.sqlite")))
        model = AppModel(
            radio: radio ?? desk.radio, store: store, folder: folder,
            server: server)
        page = AppPage(model)
        model.begin()
    }

    /// Runs a test with boards, which a judge watches.
    ///
    /// - Parameters:
    ///   - allowed: rules that the test breaks on purpose.
    ///   - name: of all boards, instead of their own.
    static func run(
        _ profiles: [BoardProfile] = [.metaMotionS], moving moves: [Move] = [],
        allowing allowed: Set<String> = [],
        server: MWFirmwareServer = MWFirmwareServer(fetcher: NoFetcher()),
        named name: String? = nil,
        _ body: @escaping @MainActor (AppBench) async throws -> Void
    ) async throws {
        let desk = SimulatedDesk(seed: 7)
        for profile in profiles { try desk.add(profile, moving: moves) }
        let folder = URL.temporaryDirectory.appending(path: "app-test-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withJudgedDesk(desk, allowing: allowed) { @MainActor in
            let radio = name.map { NamingRadio(inner: desk.radio, name: $0) }
            let bench = try AppBench(desk, folder: folder, server: server, radio: radio)
            try await body(bench)
            await bench.model.close()
            try await Task.sleep(for: .seconds(2))
        }
    }

    /// The program ends, and another one starts with the same files.
    ///
    /// - Parameter isKilled: it ends without a chance to do anything.
    func restart(isKilled: Bool = false) async throws {
        if isKilled {
            // What a killed program leaves to its radio.
            desk.radioState = .poweredOff
            try await Task.sleep(for: .seconds(1))
            desk.radioState = .poweredOn
        }
        await model.close()
        try await Task.sleep(for: .seconds(2))
        model = AppModel(
            radio: desk.radio, store: store, folder: folder,
            server: server)
        page = AppPage(model)
        model.begin()
        try await Task.sleep(for: .milliseconds(20))
    }

    // MARK: What a browser does

    /// Sends a command.
    @discardableResult
    func send(_ name: String, _ arguments: KeyValuePairs<String, JSONValue> = [:]) throws
        -> JSONValue?
    {
        try page.perform(PageCommand(name, .object(arguments.map { ($0.key, $0.value) })))
    }

    var state: JSONValue { page.state() }

    /// A part of the state: `board`, `log`, `isRunning`.
    func at(_ path: String...) -> JSONValue? {
        path.reduce(state as JSONValue?) { value, key in
            if let place = Int(key), case .array(let items)? = value {
                return items.indices.contains(place) ? items[place] : nil
            }
            return value?[key]
        }
    }

    /// Waits until something holds.
    func until(
        _ what: String, within limit: Duration = .seconds(60),
        _ location: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + limit
        while try !condition() {
            guard ContinuousClock.now < end else {
                Issue.record(
                    "\(what): not within \(limit); notices: \(notices)", sourceLocation: location)
                throw CancellationError()
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Waits until nothing is under way.
    func quiet(_ location: SourceLocation = #_sourceLocation) async throws {
        try await Task.sleep(for: .milliseconds(20))
        try await until("quiet", location) { at("busy")?.items.isEmpty == true }
        try await Task.sleep(for: .milliseconds(20))
    }

    var notices: [String] { at("notices")?.items.compactMap { $0["text"]?.text } ?? [] }
    var errors: [String] {
        at("notices")?.items.filter { $0["kind"]?.text == "error" }
            .compactMap { $0["text"]?.text } ?? []
    }

    func dismissAll() throws {
        for notice in at("notices")?.items ?? [] {
            try send("dismiss", ["id": notice["id"] ?? .null])
        }
    }

    /// Finds the first board and connects it.
    func connect(
        _ place: Int = 0, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let id = desk.boards[place].identifier.uuidString
        try await until("the board is found", location) {
            boards.contains {
                $0["id"]?.text == id
                    && ["available", "reconnecting"].contains($0["status"]?.text)
            }
        }
        try send("connect", ["id": .string(id)])
        try await until("the board is connected", location) {
            at("board", "phase")?.text == "ready" && at("board", "id")?.text == id
        }
        try await quiet(location)
    }

    var boards: [JSONValue] {
        (at("boards", "remembered")?.items ?? []) + (at("boards", "nearby")?.items ?? [])
    }

    /// Chooses sensors and sets them up.
    func choose(_ sensors: String..., rate: Double? = nil) async throws {
        for sensor in sensors {
            try send("choose", ["sensor": .string(sensor), "on": .bool(true)])
            if let rate { try send("rate", ["sensor": .string(sensor), "value": .number(rate)]) }
        }
        try await Task.sleep(for: .milliseconds(20))
    }

    func sensor(_ id: String) -> JSONValue? {
        at("board", "sensors")?.items.first { $0["id"]?.text == id }
    }

    /// All samples of a session, as a browser reads them.
    func samples(of id: JSONValue) throws -> (times: [Double], values: [[Float]]) {
        var (times, values): ([Double], [[Float]]) = ([], [])
        while true {
            let answer = try #require(
                try send("sessionPart", ["id": id, "from": .integer(times.count)]))
            let count = Int(try #require(answer["count"]?.number))
            guard count > 0 else { return (times, values) }
            #expect(answer["from"]?.number == Double(times.count))
            let text = try #require(answer["data"]?.text)
            let bytes = Array(try #require(Data(base64Encoded: text)))
            func bits(_ start: Int, _ length: Int) -> UInt64 {
                bytes[start..<start + length].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            }
            let width = (bytes.count / count - 8) / 4
            for place in 0..<count {
                times.append(Double(bitPattern: bits(8 * place, 8)))
                values.append(
                    (0..<width).map { axis in
                        let start = 8 * count + 4 * (place * width + axis)
                        return Float(bitPattern: UInt32(bits(start, 4)))
                    })
            }
        }
    }

    /// Takes the file that is offered.
    func takeFile() async throws -> (name: String, text: String) {
        try await until("a file is offered") { at("files")?.items.isEmpty == false }
        let file = try #require(at("files")?.items.first)
        let answer = try #require(try send("takeFile", ["id": file["id"] ?? .null]))
        try await Task.sleep(for: .milliseconds(20))
        return (answer["name"]?.text ?? "", answer["text"]?.text ?? "")
    }
}

/// A radio on which every board has the same name.
private struct NamingRadio: BLERadio {
    let inner: any BLERadio
    let name: String

    func states() -> AsyncStream<CBManagerState> { inner.states() }
    func transport(to identifier: UUID) -> any BLETransport { inner.transport(to: identifier) }

    func scan() -> AsyncStream<ScanResult> {
        AsyncStream { output in
            let task = Task {
                for await result in inner.scan() {
                    output.yield(
                        ScanResult(
                            identifier: result.identifier, name: name, rssi: result.rssi,
                            manufacturerData: result.manufacturerData,
                            services: result.services, address: result.address))
                }
            }
            output.onTermination = { _ in task.cancel() }
        }
    }
}

/// There is no internet in a test.
struct NoFetcher: MWFirmwareFetcher {
    func data(from url: URL) async throws -> (Data, HTTPURLResponse) {
        throw MWFirmwareError.badServerResponse(status: 503)
    }
    func download(from url: URL) async throws -> (URL, HTTPURLResponse) {
        throw MWFirmwareError.badServerResponse(status: 503)
    }
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
    var number: Double? {
        switch self {
        case .number(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }
}
