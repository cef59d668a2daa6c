import Bluetooth
import Declaration
import Simulation
import YAML

extension Step {
    package struct Read: Section {
        package static let title = "read"
        package static let about = "Reads a value from the board and waits for the answer."
        package static let example = """
            - read: {temperature: {channel: 1}}
            - read: {gpio: {pin: 0, kind: absolute}, every: 1 s, times: 5}
            - read: battery
            """

        package var target = ReadTarget.battery(ReadTarget.Battery())
        package var isSilent = false
        package var times = 1
        package var every: Nanoseconds = .seconds(1)
        package var within: Nanoseconds = .seconds(5)

        package static let keys = Keys(Self()) { keys in
            keys.exactlyOne(\.target)
            keys.optional(
                \.isSilent, "silent",
                "Whether only loggers on the board get the value, and no answer is sent; a chain"
                    + " that begins with the value is fed by reads that are not silent.")
            keys.optional(\.times, "times", in: 1...1_000_000, "How often.")
            keys.optional(
                \.every, "every", in: Step.waits, "From one read to the next, with `times`.")
            keys.optional(
                \.within, "within", in: Step.waits, "After this long without an answer it fails.")
        }
    }

    package struct Write: Section {
        package static let title = "write"
        package static let about = "Writes raw bytes, to the command characteristic unless told."

        package var bytes = Bytes([])
        package var characteristic: BluetoothUUID?
        package var withResponse = false

        package static let keys = Keys(Self()) { keys in
            keys.required(\.bytes, "bytes", principal: true, "The packet.")
            keys.optional(
                \.characteristic, "characteristic", otherwise: "the command characteristic",
                "Where to.")
            keys.optional(\.withResponse, "response", "Whether the board must acknowledge it.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard bytes.bytes.count > 512 else { return }
            reader.fail(
                "\(bytes.bytes.count) bytes are more than an attribute holds", at: mark,
                mend: "write at most 512")
        }
    }
}
