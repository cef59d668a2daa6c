import Bluetooth
import CommandLineProgram
import HCITransport
import Testing

@testable import CommandLineTool

/// What `--target` takes.
@Suite struct TargetAddressTests {
    private static let board = Address(0xE8C9_8F52_7B07)

    @Test(
        arguments: [
            ("model", .model),
            ("hci-unix:/tmp/radio", .hci(.unix(path: "/tmp/radio"), board: nil)),
            (
                "hci-unix:/tmp/radio,E8:C9:8F:52:7B:07",
                .hci(.unix(path: "/tmp/radio"), board: board)
            ),
            ("hci-unix:/tmp/a,b", .hci(.unix(path: "/tmp/a,b"), board: nil)),
            (
                "hci-tcp:desk:9000,e8:c9:8f:52:7b:07",
                .hci(.tcp(host: "desk", port: 9000), board: board)
            ),
            ("hci-tcp:9000", .hci(.tcp(host: "127.0.0.1", port: 9000), board: nil)),
            ("bluez:E8:C9:8F:52:7B:07", .bluez(board, adapter: nil)),
            ("bluez:hci1:E8:C9:8F:52:7B:07", .bluez(board, adapter: "hci1")),
        ] as [(String, TargetAddress)])
    func `targets are understood`(_ text: String, _ target: TargetAddress) throws {
        #expect(try TargetAddress(text) == target)
    }

    @Test(
        arguments: [
            ("", "`` is not a target; write `model`"),
            ("usb:0", "`usb:0` is not a target"),
            ("E8:C9:8F:52:7B:07", "reach the board; write `bluez:E8:C9:8F:52:7B:07`"),
            ("bluez", "the board's address is missing; write `bluez:ADDRESS`"),
            ("bluez:", "the board's address is missing"),
            ("bluez:hci0:", "the board's address is missing"),
            ("bluez:MetaWear", "`MetaWear` is not a board's address; write six bytes"),
            ("hci-tcp:9000,desk", "`desk` is not a board's address"),
            ("hci-unix:/tmp/radio,E8:C9:8F", "`E8:C9:8F` is not a board's address"),
            ("hci-unix:", "the path is missing"),
            ("hci-tcp:desk:70000", "`70000` is not a port"),
            ("hci-tcp:0", "port 0 is not a real port"),
        ])
    func `a wrong target is refused with a fix`(_ text: String, _ words: String) {
        #expect {
            try TargetAddress(text)
        } throws: {
            "\($0)".contains(words)
        }
    }
}
