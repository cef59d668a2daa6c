public import Bluetooth
import Declaration
public import Simulation
public import YAML

extension Step {
    public struct Read: Section {
        public static let title = "read"
        public static let about = "Reads a value from the board and waits for the answer."
        public static let example = """
            - read: {temperature: {channel: 1}}
            - read: {gpio: {pin: 0, kind: absolute}, every: 1 s, times: 5}
            - read: battery
            """

        public var target = ReadTarget.battery(ReadTarget.Battery())
        public var isSilent = false
        public var times = 1
        public var every: Nanoseconds = .seconds(1)
        public var within: Nanoseconds = .seconds(5)

        public static let keys = Keys(Self()) { keys in
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

    public struct Write: Section {
        public static let title = "write"
        public static let about = "Writes raw bytes, to the command characteristic unless told."

        public var bytes = Bytes([])
        public var characteristic: BluetoothUUID?
        public var withResponse = false

        public static let keys = Keys(Self()) { keys in
            keys.required(\.bytes, "bytes", principal: true, "The packet.")
            keys.optional(
                \.characteristic, "characteristic", otherwise: "the command characteristic",
                "Where to.")
            keys.optional(\.withResponse, "response", "Whether the board must acknowledge it.")
        }

        public func check(_ reader: Reader, at mark: Mark) {
            guard bytes.bytes.count > 512 else { return }
            reader.fail(
                "\(bytes.bytes.count) bytes are more than an attribute holds", at: mark,
                mend: "write at most 512")
        }
    }
}
