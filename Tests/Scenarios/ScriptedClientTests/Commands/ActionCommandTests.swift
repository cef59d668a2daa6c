import MetaWearProtocol
import MetaWearTables
import Simulation
import Testing
import Wire

@testable import Declaration
@testable import ScriptedClient

/// The vectors of the protocol documents, core 5 to 10 and sensors 11.
@Suite struct ActionCommandTests {
    @Test(arguments: [
        // Core 8.
        CommandRow("settings: {name: AntiWare}", "11 01 41 6E 74 69 57 61 72 65"),
        CommandRow(
            "settings: {advertising: {interval: 417 ms, timeout: 0 s}}", "11 02 9B 02 00 00"),
        CommandRow("settings: {tx-power: -20 dBm}", "11 03 EC"),
        CommandRow(
            "settings: {scan-response:"
                + " \"03 03 D8 FE 10 16 D8 FE 00 12 00 6D 62 69 65 6E 74 6C 61 62 00\"}",
            "11 08 03 03 D8 FE 10 16 D8 FE 00 12 00 6D 62", "11 07 69 65 6E 74 6C 61 62 00"),
        CommandRow(
            "settings: {connection: {min: 750 ms, max: 1 s, latency: 128, timeout: 16.38 s}}",
            "11 09 58 02 20 03 80 00 66 06"),
        CommandRow("settings: {whitelist: both}", "11 13 03"),
        CommandRow("settings: {regulator: true}", "11 1C 01"),
        CommandRow("settings: {force-1m: true}", "11 1D 01"),
        CommandRow("settings: {start-advertising: true}", "11 05"),
        // Core 7 and 8.1.
        CommandRow("run-macro: {id: 3}", "0F 05 03"),
        CommandRow("erase-macros", "0F 08"),
        CommandRow(
            "ibeacon: {major: 78, minor: 7453, period: 15027 ms}", "07 03 4E 00", "07 04 1D 1D",
            "07 07 B3 3A", "07 01 01"),
        CommandRow("haptic: {for: 3 s}", "08 01 F8 B8 0B 00"),
        CommandRow(
            "led: {channel: blue, pattern: blink, repeat: 10}",
            "02 03 02 02 1F 00 00 00 32 00 00 00 F4 01 00 00 0A", "02 01 01"),
        CommandRow("led-off", "02 02 01"),
        CommandRow("reset", "FE 01"),
        CommandRow("write: \"07 01 00\"", "07 01 00"),
    ])
    func `a step writes what the documents say`(row: CommandRow) throws {
        #expect(try CommandBench(row.model).packets(row.step) == row.packets)
    }

    @Test(arguments: [
        CommandRow("read: {temperature: 1}", "04 81 01"),
        CommandRow("read: {temperature: 1, silent: true}", "04 C1 01"),
        CommandRow("read: battery", "11 8C"),
        CommandRow("read: battery-voltage", "11 8C"),
        CommandRow("read: name", "11 81"),
        CommandRow("read: pressure", "12 81"),
        CommandRow("read: {humidity: {}, silent: true}", "16 C1"),
        CommandRow("read: colour", "17 81"),
        CommandRow("read: proximity", "18 81"),
        CommandRow("read: {conductance: 2}", "10 81 02"),
        CommandRow("read: steps", "03 9A"),
        CommandRow("read: {steps: {}, silent: true}", "03 DA"),
        CommandRow("read: steps", "03 8B", on: .s),
        CommandRow("read: calibration", "19 8B"),
        CommandRow("read: {calibration-data: accelerometer}", "19 8C"),
        CommandRow("read: {calibration-data: gyroscope}", "19 8D"),
        CommandRow("read: {calibration-data: magnetometer}", "19 8E"),
        CommandRow("read: {macro: 2}", "0F 82 02"),
        CommandRow(
            "read: {i2c: {device: 28, register: 13, id: 10, length: 1}, silent: true}",
            "0D C1 1C 0D 0A 01"),
        CommandRow(
            "read: {i2c: {device: 28, register: 13}}", "0D 81 1C 0D FF 01"),
        CommandRow(
            "read: {spi: {select: 10, clock: 0, mosi: 11, miso: 7, mode: 3, frequency: 8000 kHz,"
                + " native-pins: true, length: 5, id: 14, write: \"DA\"}, silent: true}",
            "0D C2 0A 00 0B 07 76 E4 DA"),
    ])
    func `a read asks as documented`(row: CommandRow) throws {
        #expect(try CommandBench(row.model).packets(row.step) == row.packets)
    }

    @Test(arguments: [
        ("battery-voltage", "11 8C 63 34 10", 4.148), ("battery", "11 8C 63 34 10", 99),
        ("{temperature: 2}", "04 81 02 AC FF", -10.5),
        ("pressure", "12 81 D3 35 8B 01", 1011.73828),
        ("humidity", "16 81 C7 FC 00 00", 63.194), ("colour", "17 81 A2 01 7B 00 9A 00 7C 00", 418),
        ("proximity", "18 81 F2 05", 1522), ("steps", "03 9A 2B 00", 43),
        ("calibration", "19 8B 00 01 02", 0),
        ("{calibration-data: magnetometer}", "19 8E 66 00 17 FD 8A FC 7F 03 01 00", 1),
        ("{i2c: {device: 28, register: 13, id: 10}}", "0D 81 0A 2A", 42),
        ("{spi: {id: 12}}", "0D 82 0C 07 30 81 0B C0", 7),
    ])
    func `an answer is read as documented`(target: String, answer: String, value: Double) throws {
        let step = try CommandBench.step("read: \(target)")
        let read = try #require(step.kind as? Step.Read)
        let bytes = try #require(Hex.bytes(answer))
        #expect(abs(read.target.value(in: bytes) - value) < 0.001)
        #expect(read.target.answer(to: read.target.request).matches(bytes))
    }

    @Test(arguments: [
        ("{every: 3141 ms, times: 59, as: t}", "0C 02 45 0C 00 00 3B 00 00"),
        ("{every: 1 s, at-once: true, as: t}", "0C 02 E8 03 00 00 FF FF 01"),
        ("{every: 5 s, as: t}", "0C 02 88 13 00 00 FF FF 00"),
    ])
    func `a timer is created as documented`(timer: String, packet: String) throws {
        let step = try #require(try CommandBench.step("timer: \(timer)").kind as? Step.Timer)
        #expect(Hex.text(step.command.packet.bytes).uppercased() == packet)
    }

    @Test(arguments: [
        // Core 5.2.
        (
            SourceKey(0x11, 0x0A), "haptic: {for: 3 s}", "", ["0A 02 11 0A FF 08 01 04"],
            ["0A 03 F8 B8 0B 00"]
        ),
        (
            SourceKey(0x01, 0x01), "write: \"02 01 01\"", "", ["0A 02 01 01 FF 02 01 01"],
            ["0A 03 01"]
        ),
        (
            SourceKey(0x0C, 0x06, 0), "read: {temperature: 1, silent: true}", "",
            ["0A 02 0C 06 00 04 C1 01"], ["0A 03 01"]
        ),
        // Core 5.3.
        (
            SourceKey(0x09, 0x03, 0), "write: \"09 05 01 09 07 09 00 00 00 00 00\"",
            "{bytes: 2, at: 4}", ["0A 02 09 03 00 09 05 09 05 04"],
            ["0A 03 01 09 07 09 00 00 00 00 00"]
        ),
        (
            SourceKey(0x09, 0x03, 0), "write: \"09 05 00 06 2A 00 00\"", "{bytes: 2, at: 3}",
            ["0A 02 09 03 00 09 05 05 05 03"], ["0A 03 00 06 2A 00 00"]
        ),
        (
            SourceKey(0x09, 0x03, 0), "write: \"07 03 00 00\"", "{bytes: 4}",
            ["0A 02 09 03 00 07 03 02 09 00"], ["0A 03 00 00"]
        ),
    ])
    func `a command is bound to an event as documented`(
        key: SourceKey, command: String, token: String, entries: [String], parameters: [String]
    ) throws {
        let token = token.isEmpty ? "" : ", token: \(token)"
        let step = try CommandBench.step("on: {signal: switch, do: [{\(command)}]\(token)}")
        let when = try #require(step.kind as? Step.When)
        let packets = try CommandBench().session.commands(of: when.actions).map {
            try when.bind($0, to: key)
        }
        #expect(packets.map { Hex.text($0.entry.bytes).uppercased() } == entries)
        #expect(
            packets.map { Hex.text($0.parameters?.bytes ?? []).uppercased() } == parameters)
    }
}

/// Images of firmware, as the bootloader takes them (protocol, core 13).
@Suite struct FirmwareImageTests {
    @Test func `an image has the checksum of its bytes in its init packet`() {
        // The check value of CRC-16/IBM-3740.
        #expect(FirmwareImage.checksum(Array("123456789".utf8)) == 0x29B1)
        let image = FirmwareImage(Array("123456789".utf8))
        #expect(
            Hex.text(image.initPacket) == "ff ff ff ff ff ff ff ff 01 00 fe ff b1 29")
    }

    @Test func `a made-up image says its revision and has its size`() {
        let image = FirmwareImage(revision: "1.7.4", size: 1001)
        #expect(image.bytes.count == 1004)
        #expect(image.bytes.starts(with: Array("boardsim:firmware=1.7.4".utf8)))
    }
}
