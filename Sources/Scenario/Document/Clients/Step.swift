import Simulation
public import YAML

/// One step of a client's script.
public struct Step: Section {
    public static let title = "step"
    public static let about = "One step of a client's script."

    /// What the client does.
    public var kind = Kind.disconnect(Disconnect())
    /// For which of its boards; `nil`: the one it connected to last.
    public var board: Reference?
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.exactlyOne(&kind)
        keys.reference(
            &board, "board", to: .board, otherwise: "the board it connected to last",
            "For which of its boards.")
    }

    /// What the client does.
    public enum Kind: OneOf {
        public static let title = "kind of step"
        case scan(Scan)
        case connect(Connect)
        case initialise(Initialise)
        case configure(Configure)
        case stream(Stream)
        case stopStream(StopStream)
        case log(Log)
        case stopLog(StopLog)
        case download(Download)
        case clearLog(ClearLog)
        case read(Read)
        case write(Write)
        case wait(Wait)
        case waitFor(WaitFor)
        case waitUntil(WaitUntil)
        case waitDisconnect(WaitDisconnect)
        case reconnect(Reconnect)
        case disconnect(Disconnect)
        case led(LED)
        case ledOff(LEDOff)
        case haptic(Haptic)
        case iBeacon(IBeacon)
        case reset(Reset)

        public static func declare(_ cases: Cases<Kind>) {
            cases("scan", Kind.scan)
            cases("connect", Kind.connect)
            cases("initialise", Kind.initialise)
            cases("configure", Kind.configure)
            cases("stream", Kind.stream)
            cases("stop-stream", Kind.stopStream)
            cases("log", Kind.log)
            cases("stop-log", Kind.stopLog)
            cases("download", Kind.download)
            cases("clear-log", Kind.clearLog)
            cases("read", Kind.read)
            cases("write", Kind.write)
            cases("wait", Kind.wait)
            cases("wait-for", Kind.waitFor)
            cases("wait-until", Kind.waitUntil)
            cases("wait-disconnect", Kind.waitDisconnect)
            cases("reconnect", Kind.reconnect)
            cases("disconnect", Kind.disconnect)
            cases("led", Kind.led)
            cases("led-off", Kind.ledOff)
            cases("haptic", Kind.haptic)
            cases("ibeacon", Kind.iBeacon)
            cases("reset", Kind.reset)
        }
    }

    /// How long a step may wait.
    static let waits = Nanoseconds.milliseconds(1)...Nanoseconds.longest
}
