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
    /// Whether the script goes on when it fails.
    public var mayFail = false
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.exactlyOne(&kind)
        keys.reference(
            &board, "board", to: .board, otherwise: "the board it connected to last",
            "For which of its boards.")
        keys.optional(
            &mayFail, "may-fail",
            "Whether the script goes on if the step fails, as a client's does that is prepared.")
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
        case pair(Pair)
        case led(LED)
        case ledOff(LEDOff)
        case haptic(Haptic)
        case iBeacon(IBeacon)
        case reset(Reset)
        case process(Process)
        case modify(Modify)
        case setState(SetState)
        case remove(Remove)
        case tearDown(TearDown)
        case timer(Timer)
        case startTimer(StartTimer)
        case stopTimer(StopTimer)
        case when(When)
        case macro(Macro)
        case runMacro(RunMacro)
        case eraseMacros(EraseMacros)
        case start(Start)
        case stop(Stop)
        case resetOrientation(ResetOrientation)
        case writeCalibration(WriteCalibration)
        case settings(Settings)
        case factoryReset(FactoryReset)
        case recover(Recover)
        case updateFirmware(UpdateFirmware)

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
            cases("pair", Kind.pair)
            cases("led", Kind.led)
            cases("led-off", Kind.ledOff)
            cases("haptic", Kind.haptic)
            cases("ibeacon", Kind.iBeacon)
            cases("reset", Kind.reset)
            cases("process", Kind.process)
            cases("modify", Kind.modify)
            cases("set-state", Kind.setState)
            cases("remove", Kind.remove)
            cases("tear-down", Kind.tearDown)
            cases("timer", Kind.timer)
            cases("start-timer", Kind.startTimer)
            cases("stop-timer", Kind.stopTimer)
            // YAML 1.1 takes `on` for `true`.
            cases("when", former: "on", Kind.when)
            cases("macro", Kind.macro)
            cases("run-macro", Kind.runMacro)
            cases("erase-macros", Kind.eraseMacros)
            cases("start", Kind.start)
            cases("stop", Kind.stop)
            cases("reset-orientation", Kind.resetOrientation)
            cases("write-calibration", Kind.writeCalibration)
            cases("settings", Kind.settings)
            cases("factory-reset", Kind.factoryReset)
            cases("recover", Kind.recover)
            cases("update-firmware", Kind.updateFirmware)
        }
    }

    /// How long a step may wait.
    static let waits = Nanoseconds.milliseconds(1)...Nanoseconds.longest
}

extension Step.Kind {
    /// Whether it only writes commands whose bytes are known beforehand, so that the board can do
    /// it by itself: in an event, in a macro.
    public var isCommand: Bool {
        switch self {
        case .led, .ledOff, .haptic, .iBeacon, .reset, .configure, .start, .stop, .modify,
            .setState, .startTimer, .stopTimer, .runMacro, .eraseMacros, .settings,
            .resetOrientation:
            true
        case .read(let read): read.times == 1
        case .write(let write): write.characteristic == nil && write.bytes.bytes.count >= 2
        default: false
        }
    }

    /// Whether a macro can hold what it has the board do, ids that the board gives included.
    public var isRecordable: Bool {
        switch self {
        case .process, .timer, .when, .log, .stream: true
        default: isCommand
        }
    }
}
