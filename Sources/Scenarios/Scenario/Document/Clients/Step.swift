import Declaration
import Simulation
import YAML

package struct Step: LocatedSection {
    package static let title = "step"
    package static let about = "One step of a client's script."

    /// What the client does.
    package var kind = Kind.disconnect(Disconnect())
    package var board: Reference?
    package var mayFail = false
    package var mark = Mark.start

    package static let keys = Keys(Self()) { keys in
        keys.exactlyOne(\.kind)
        keys.reference(
            \.board, "board", to: .board, otherwise: "the board it connected to last",
            "For which of its boards.")
        keys.optional(
            \.mayFail, "may-fail",
            "Whether the script goes on if the step fails, as a client's does that is prepared.")
    }

    /// What the client does.
    package enum Kind: OneOf {
        package static let title = "kind of step"
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

        package static let cases = Cases<Kind> { cases in
            cases(
                Kind.scan, Kind.connect, Kind.initialise, Kind.configure, Kind.stream,
                Kind.stopStream, Kind.log, Kind.stopLog, Kind.download, Kind.clearLog, Kind.read,
                Kind.write, Kind.wait, Kind.waitFor, Kind.waitUntil, Kind.waitDisconnect,
                Kind.reconnect, Kind.disconnect, Kind.pair, Kind.led, Kind.ledOff, Kind.haptic)
            cases("ibeacon", Kind.iBeacon)
            cases(
                Kind.reset, Kind.process, Kind.modify, Kind.setState, Kind.remove, Kind.tearDown,
                Kind.timer, Kind.startTimer, Kind.stopTimer)
            // YAML 1.1 takes `on` for `true`.
            cases("when", former: "on", Kind.when)
            cases(
                Kind.macro, Kind.runMacro, Kind.eraseMacros, Kind.start, Kind.stop,
                Kind.resetOrientation, Kind.writeCalibration, Kind.settings, Kind.factoryReset,
                Kind.recover, Kind.updateFirmware)
        }
    }

    /// How long a step may wait.
    static let waits = Nanoseconds.milliseconds(1)...Nanoseconds.longest
}

extension Step.Kind {
    /// Whether it only writes commands whose bytes are known beforehand, so that the board can do
    /// it by itself: in an event, in a macro.
    package var isCommand: Bool {
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
    package var isRecordable: Bool {
        switch self {
        case .process, .timer, .when, .log, .stream: true
        default: isCommand
        }
    }
}
