import Bluetooth
import CoreBluetooth
import Foundation
import JSON
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import PageModel
import Simulation
import Testing
import VirtualRadio

@testable import AppPage

/// Finding boards, connecting them, losing them.
@MainActor @Suite struct ConnectingTests {
    @Test func `boards nearby are listed with their strength, and go offline`() async throws {
        try await AppBench.run([.metaMotionS, .metaMotionRL]) { bench in
            try await bench.until("two boards") { bench.at("boards", "nearby")?.items.count == 2 }
            for board in bench.boards {
                #expect(board["status"]?.text == "available")
                #expect(board["name"]?.text == "MetaWear")
                #expect((-100...0).contains(try #require(board["rssi"]?.number)))
                #expect((0...4).contains(try #require(board["bars"]?.number)))
            }
            #expect(bench.at("boards", "remembered")?.items.isEmpty == true)
            bench.desk.air.move(bench.desk.boards[0].address, to: 10_000)
            try await Task.sleep(for: .seconds(9))
            let away = bench.desk.boards[0].identifier.uuidString
            let board = bench.boards.first { $0["id"]?.text == away }
            #expect(board?["status"]?.text == "offline" && board?["rssi"] == nil)
            try await Task.sleep(for: .seconds(60))
            #expect(bench.boards.count == 1)
        }
    }

    @Test func `a board with another name is listed with its address, and connects`() async throws {
        try await AppBench.run(named: "Left wrist") { bench in
            try await bench.until("found") { !bench.boards.isEmpty }
            #expect(bench.boards.first?["name"]?.text == "Left wrist")
            let address = "\(bench.desk.boards[0].address)"
            #expect(bench.boards.first?["mac"]?.text == address)
            try await bench.connect()
            #expect(bench.at("board", "name")?.text == "Left wrist")
        }
    }

    @Test func `the scan is switched off and on`() async throws {
        try await AppBench.run { bench in
            try await bench.until("found") { !bench.boards.isEmpty }
            try bench.send("scan", ["on": .bool(false)])
            try await Task.sleep(for: .seconds(10))
            #expect(bench.at("radio", "isScanning")?.flag == false)
            #expect(bench.boards.first?["status"]?.text == "offline")
            try bench.send("scan", ["on": .bool(true)])
            try await bench.until("found again") {
                bench.boards.first?["status"]?.text == "available"
            }
        }
    }

    @Test(arguments: [
        (CBManagerState.poweredOff, "Bluetooth is off."), (.unauthorized, "This program may not"),
        (.unsupported, "There is no Bluetooth radio."),
    ])
    func `a radio that does not work is reported`(state: CBManagerState, text: String) async throws
    {
        try await AppBench.run { bench in
            bench.desk.radioState = state
            try await bench.until("a message") {
                bench.at("radio", "message")?.text?.hasPrefix(text) == true
            }
            bench.desk.radioState = .poweredOn
            try await bench.until("no message") { bench.at("radio", "message") == nil }
            try await bench.until("found") { !bench.boards.isEmpty }
        }
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionRL, .metaEnvironment, .metaWearR])
    func `a connected board says what it is and what it has`(profile: BoardProfile) async throws {
        try await AppBench.run([profile]) { bench in
            try await bench.connect()
            let board = bench.desk.boards[0]
            #expect(bench.at("board", "information", "serial")?.text == board.serialNumber)
            #expect(bench.at("board", "information", "firmware")?.text == board.firmwareRevision)
            #expect(bench.at("board", "activity")?.text == "Idle")
            #expect(bench.at("board", "rssi")?.number != nil)
            let modules = bench.at("board", "modules")?.items ?? []
            #expect(modules.count == MWModule.allCases.count)
            let led = modules.first { $0["name"]?.text == "led" }
            #expect(led?["isPresent"]?.flag == true && led?["implementation"]?.number != nil)
            if bench.at("board", "mac") != nil {
                #expect(bench.at("board", "mac")?.text == board.address.description)
            }
            #expect(bench.errors.isEmpty)
        }
    }

    @Test func `a board is remembered over a restart, and forgotten when asked`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            #expect(bench.at("boards", "nearby")?.items.isEmpty == true)
            try bench.send("forget", ["id": bench.at("board", "id") ?? .null])
            try await bench.until("refused") { bench.errors == ["Disconnect the board first."] }
            try await bench.restart()
            let known = try #require(bench.at("boards", "remembered", "0"))
            #expect(known["mac"]?.text == bench.desk.boards[0].address.description)
            #expect(known["hasLog"]?.flag == false)
            try await bench.until("heard") {
                bench.at("boards", "remembered", "0", "status")?.text == "available"
            }
            try bench.send("forget", ["id": known["id"] ?? .null])
            try await bench.until("forgotten") {
                bench.at("boards", "remembered")?.items.isEmpty == true
                    && bench.at("boards", "nearby")?.items.count == 1
            }
        }
    }

    @Test func `another board takes the place of the first, and a late connection is dropped`()
        async throws
    {
        try await AppBench.run([.metaMotionS, .metaMotionRL]) { bench in
            try await bench.connect(0)
            let device = try #require(bench.model.link?.device)
            try await bench.connect(1)
            #expect(await device.state == .disconnected)
            // Quick changes of mind: the last wish counts.
            let ids = bench.desk.boards.map(\.identifier.uuidString)
            for place in [0, 1, 0, 0, 1, 0] {
                try bench.send("connect", ["id": .string(ids[place])])
                try await Task.sleep(for: .milliseconds(30))
            }
            try await bench.until("the last one") {
                bench.at("board", "phase")?.text == "ready"
                    && bench.at("board", "id")?.text == ids[0]
            }
            try await bench.quiet()
            #expect(bench.errors.isEmpty)
            let connected = bench.boards.filter { $0["status"]?.text == "connected" }
            #expect(connected.map { $0["id"]?.text } == [ids[0]])
            try bench.send("disconnect")
            try await bench.until("disconnected") { bench.at("board") == nil }
        }
    }

    @Test func `a board that is away is given up, and the attempt can be cancelled`() async throws {
        try await AppBench.run { bench in
            try await bench.until("found") { !bench.boards.isEmpty }
            let id = bench.desk.boards[0].identifier.uuidString
            bench.desk.air.move(bench.desk.boards[0].address, to: 10_000)
            try bench.send("connect", ["id": .string(id)])
            try await bench.until("connecting") { bench.at("board", "phase")?.text == "connecting" }
            try await Task.sleep(for: .seconds(5))
            try bench.send("disconnect")
            try await bench.until("given up", within: .seconds(2)) { bench.at("board") == nil }
            try bench.send("connect", ["id": .string(id)])
            try await bench.until("an error") {
                bench.errors == ["The board did not answer. Is it near and charged?"]
            }
            try await bench.quiet()
            #expect(bench.at("board") == nil)
            bench.desk.air.move(bench.desk.boards[0].address, to: 1)
            try await bench.connect()
        }
    }

    @Test func `a lost link is reported, and the board is connected again when it is back`()
        async throws
    {
        try await AppBench.run { bench in
            try await bench.connect()
            let (id, address) = (
                bench.desk.boards[0].identifier.uuidString, bench.desk.boards[0].address
            )
            for _ in 0..<2 {
                bench.desk.air.move(address, to: 10_000)
                try await bench.until("reported") {
                    bench.errors == ["The connection to MetaWear was lost."]
                }
                // It is away for longer than one attempt lasts.
                try await Task.sleep(for: .seconds(70))
                #expect(bench.at("board") == nil)
                #expect(bench.at("reconnecting", "name")?.text == "MetaWear")
                #expect(bench.at("reconnecting", "id")?.text == id)
                #expect(bench.boards.first?["status"]?.text == "reconnecting")
                try bench.dismissAll()
                bench.desk.air.move(address, to: 1)
                try await bench.until("connected again") {
                    bench.at("board", "phase")?.text == "ready"
                }
                #expect(bench.at("reconnecting") == nil)
                #expect(bench.notices == ["MetaWear is connected again."])
                try bench.dismissAll()
                try await bench.quiet()
            }
            // It can be used, and left.
            try bench.send("read", ["quantity": .string("battery")])
            try await bench.quiet()
            try bench.send("disconnect")
            try await bench.until("left") { bench.at("board") == nil }
            try await Task.sleep(for: .seconds(10))
            #expect(bench.at("board") == nil && bench.at("reconnecting") == nil)
        }
    }

    @Test func `a stream goes on when the board is back`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            try await bench.choose("accelerometer", rate: 50)
            try bench.send("startStream")
            try await Task.sleep(for: .seconds(5))
            bench.desk.loseLink(to: bench.desk.boards[0].identifier)
            try await bench.until("kept") { bench.at("sessions")?.items.count == 1 }
            try await bench.until("streams again") {
                bench.at("board", "stream", "phase")?.text == "running"
            }
            try await Task.sleep(for: .seconds(5))
            #expect((bench.at("board", "stream", "channels", "0", "count")?.number ?? 0) > 200)
            // A stream that was paused waits for the person.
            try bench.send("pauseStream")
            try await bench.quiet()
            bench.desk.loseLink(to: bench.desk.boards[0].identifier)
            try await bench.until("kept") { bench.at("sessions")?.items.count == 2 }
            try await bench.until("connected") { bench.at("board", "phase")?.text == "ready" }
            try await bench.quiet()
            #expect(bench.at("board", "stream") == nil)
        }
    }

    @Test func `a download goes on when the board is back`() async throws {
        try await AppBench.run(allowing: ["MW-READOUT-01"]) { bench in
            try await bench.connect()
            try await bench.choose("accelerometer", rate: 100)
            try bench.send("startLog")
            try await bench.quiet()
            try await Task.sleep(for: .seconds(30))
            try bench.send("download")
            try await bench.until("half of it") {
                (bench.at("board", "log", "download", "fraction")?.number ?? 0) > 0.4
            }
            bench.desk.loseLink(to: bench.desk.boards[0].identifier)
            try await bench.until("lost") { bench.at("board") == nil }
            try await bench.until("kept") { bench.at("sessions")?.items.count == 1 }
            let count = bench.at("sessions", "0", "count")?.number ?? 0
            #expect(abs(count - 3_000) < 100, "\(count)")
        }
    }

    @Test func `a person gives up a lost board, or takes another one`() async throws {
        try await AppBench.run([.metaMotionS, .metaMotionRL]) { bench in
            for isOther in [false, true] {
                try await bench.connect()
                bench.desk.air.move(bench.desk.boards[0].address, to: 10_000)
                try await bench.until("lost") { bench.at("reconnecting") != nil }
                try await Task.sleep(for: .seconds(isOther ? 1 : 7))
                if isOther {
                    try await bench.connect(1)
                } else {
                    try bench.send("disconnect")
                    try await bench.quiet()
                }
                #expect(bench.at("reconnecting") == nil)
                bench.desk.air.move(bench.desk.boards[0].address, to: 1)
                try await Task.sleep(for: .seconds(20))
                let id = bench.desk.boards[1].identifier.uuidString
                #expect(bench.at("board", "id")?.text == (isOther ? id : nil))
            }
        }
    }

    /// At many moments of a connection.
    @Test(arguments: 0..<12)
    func `a link that is lost early leaves nothing behind`(step: Int) async throws {
        try await AppBench.run { bench in
            try await bench.until("found") { !bench.boards.isEmpty }
            let id = bench.desk.boards[0].identifier.uuidString
            try bench.send("connect", ["id": .string(id)])
            try await Task.sleep(for: .milliseconds(80 * step + 7))
            bench.desk.radioState = .poweredOff
            try await Task.sleep(for: .seconds(1))
            bench.desk.radioState = .poweredOn
            try await bench.quiet()
            #expect(bench.at("board") == nil || bench.at("board", "phase")?.text == "ready")
            #expect(bench.errors.count <= 1, "\(bench.errors)")
            // A board that was ready when it was lost comes back by itself.
            try await Task.sleep(for: .seconds(10))
            if bench.at("board") == nil { try await bench.connect() }
            #expect(bench.at("board", "phase")?.text == "ready")
        }
    }

    @Test(arguments: [
        ("MetaWear<script>alert(1)</script>", "MetaWear<script>alert(1)</script>"),
        ("MetaWear\u{202E}cba\u{0}\u{1B}[31m", "MetaWearcba[31m"),
        (
            "MetaWear" + String(repeating: "🙂", count: 2_000),
            "MetaWear" + String(repeating: "🙂", count: 56)
        ),
    ])
    func `a hostile name is text of a bounded length everywhere`(name: String, shown: String)
        async throws
    {
        try await AppBench.run(named: name) { bench in
            try await bench.connect()
            #expect(bench.at("boards", "remembered", "0", "name")?.text == shown)
            #expect(bench.at("board", "name")?.text == shown)
            try await bench.choose("accelerometer")
            try bench.send("startStream")
            try await Task.sleep(for: .seconds(1))
            try bench.send("exportStream", ["sensor": .string("accelerometer")])
            let file = try await bench.takeFile()
            #expect(
                file.name.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0))
                })
            try bench.send("factoryReset")
            try await bench.until("asked") {
                bench.at("question", "text")?.text?.contains(shown) == true
            }
        }
    }

    @Test func `the battery is read again each minute`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            #expect(bench.at("board", "battery", "charge")?.number == 100)
            bench.desk.boards[0].setBattery(level: 50)
            try await Task.sleep(for: .seconds(61))
            #expect(bench.at("board", "battery", "charge")?.number == 50)
        }
    }
}
