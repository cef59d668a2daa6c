import Bluetooth
import Central
import Peripheral
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun

struct DeclaredPeripheralTests {
    static let scenario = """
        version: 1
        duration: 1min
        peripherals:
          - name: bench
            address: "C0:FF:EE:00:00:01"
            maximum-mtu: 100
            services:
              - uuid: 180D
                characteristics:
                  - {uuid: 2A37, properties: [notify], value: "00 48", send-every: 1 s}
                  - {uuid: 2A38, properties: [read, write, indicate], length: 300}
                  - {uuid: 2A39, properties: [read, write], refuses-with: value-not-allowed}
                  - {uuid: 2A3A, properties: [read], reading: encrypted}
                  - {uuid: 2A3B, properties: [read, write], maximum-length: 4}
                  - {uuid: 2A3C, properties: [read, write], refuses-with: 0xC0}
                  - {uuid: 2A3E, properties: [read, write, write-without-response, indicate]}
                  - uuid: 2A3D
                    properties: [read, notify]
                    descriptors:
                      - {uuid: 2901, value: "4E 6F 74 65"}
                      - {uuid: 2904, refuses-with: 0x7f}
        """

    func connected() throws -> (RunBench, Connection) {
        let play = try RunBench(Self.scenario, interruption: .milliseconds(1))
        let central = Central(on: play.run.air)
        let link = try central.connectAndWait(to: try #require(Address("C0:FF:EE:00:00:01")))
        try link.discoverAndWait()
        return (play, link)
    }

    @Test func `it has the values that it declares`() throws {
        let (play, link) = try connected()
        #expect(link.services.map(\.uuid).contains("180D"))
        #expect(try link.exchangeMTUAndWait() == 100)
        let long = try link.readLongAndWait(try link.characteristic("2A38"))
        #expect(long == (0..<300).map { UInt8(truncatingIfNeeded: $0) })
        var beats = 0
        try link.subscribeAndWait(to: try link.characteristic("2A37")) { _, value in
            beats += value.array() == [0, 0x48] ? 1 : 100
        }
        play.run.simulation.run(for: .seconds(5))
        #expect(beats == 5)
    }

    @Test func `what is written is its value, and subscribers get it`() throws {
        let (play, link) = try connected()
        let value = try link.characteristic("2A38")
        var got: [[UInt8]] = []
        try link.subscribeAndWait(to: value, .indications) { got.append($1.array()) }
        try link.writeAndWait([1, 2, 3], to: value)
        play.run.simulation.run(for: .milliseconds(100))
        #expect(got == [[1, 2, 3]])
        #expect(try link.readAndWait(value) == [1, 2, 3])
    }

    @Test func `what is written while an indication waits is indicated after it`() throws {
        let (play, link) = try connected()
        let value = try link.characteristic("2A3E")
        var got: [[UInt8]] = []
        try link.subscribeAndWait(to: value, .indications) { got.append($1.array()) }
        // One after the other within a connection event, before the central confirms the first.
        for number: UInt8 in 1...3 { link.write([number], to: value, .command) }
        try link.writeAndWait([4], to: value)
        play.run.simulation.run(for: .seconds(1))
        #expect(got == [[1], [2], [3], [4]])
        let second = try Central(on: play.run.air).connectAndWait(to: link.peer)
        #expect(second.isOpen)
        link.disconnect()
        play.run.simulation.run(for: .seconds(1))
        #expect(got.count == 4)
    }

    @Test(arguments: [
        ("2A39" as BluetoothUUID, ATTError.valueNotAllowed),
        ("2A3A" as BluetoothUUID, .insufficientAuthentication),
        ("2A3C" as BluetoothUUID, .reserved(0xC0)),
    ])
    func `it refuses with the declared error`(_ uuid: BluetoothUUID, _ error: ATTError) throws {
        let (_, link) = try connected()
        let value = try link.characteristic(uuid)
        #expect(throws: CentralError.attribute(error, handle: value.valueHandle)) {
            try link.readAndWait(value)
        }
    }

    @Test func `its descriptors are read and written, or refuse`() throws {
        let (_, link) = try connected()
        let own = try link.characteristic("2A3D").descriptors
        #expect(own.map(\.uuid).filter { $0 != "2902" } == ["2901", "2904"])
        let note = try #require(own.first { $0.uuid == "2901" }).handle
        #expect(try link.readAndWait(handle: note) == Array("Note".utf8))
        try link.writeAndWait([1, 2], handle: note)
        #expect(try link.readAndWait(handle: note) == [1, 2])
        let format = try #require(own.first { $0.uuid == "2904" }).handle
        #expect(throws: CentralError.attribute(.reserved(0x7F), handle: format)) {
            try link.readAndWait(handle: format)
        }
    }

    @Test(arguments: [
        ("{uuid: 2A37, properties: [read], send-every: 1 s}", "needs a value that can be sent"),
        (
            "{uuid: 2A37, properties: [read], refuses-with: no}",
            "not an error of the Attribute Protocol"
        ),
        (
            "{uuid: 2A37, properties: [read], refuses-with: 0x00}",
            "not an error of the Attribute Protocol"
        ),
        (
            "{uuid: 2A37, properties: [notify], descriptors: [{uuid: 2902}]}",
            "is added automatically"
        ),
        ("{uuid: 2A37, properties: []}", "properties"),
        ("{properties: [read]}", "uuid"),
    ])
    func `an invalid declaration is reported`(_ line: String, _ message: String) throws {
        let text =
            "version: 1\nperipherals:\n  - name: p\n    services:\n      - uuid: 180D\n"
            + "        characteristics:\n          - \(line)\n"
        let error = #expect(throws: ScenarioError.self) {
            try ScenarioFile(reading: Array(text.utf8), file: "t.yaml", vocabulary: .firmware)
        }
        #expect("\(try #require(error))".contains(message))
    }

    @Test func `an air may be empty, for the boards of others`() throws {
        let empty = try RunBench("version: 1\n")
        #expect(empty.result.duration == .zero)
        #expect(
            empty.result.notes.map { $0.hasPrefix("nothing happened: the scenario has no clients") }
                == [true])
        #expect(try RunBench("version: 1\nduration: 1 s\n").result.notes.isEmpty)
        for part in [
            "inputs: [{at: 1 s, button: click}]", "faults: [{at: 1 s, reset: {}}]",
            "clients: [{name: c, steps: [connect]}]", "expect: [{within: 1 s, state: {resets: 0}}]",
        ] {
            #expect(throws: ScenarioError.self, "\(part)") {
                try ScenarioFile(
                    reading: Array("version: 1\n\(part)\n".utf8), file: "t.yaml",
                    vocabulary: .firmware)
            }
        }
    }

    @Test func `one address for two is an error`() throws {
        let twice =
            Self.scenario
            + "\nboards: [{name: b, model: MetaMotion S, address: \"C0:FF:EE:00:00:01\"}]\n"
        #expect(throws: RunError.self) { try RunBench(twice) }
    }
}
