import Declaration
import Simulation
import Wire

extension Step.Kind {
    /// The step in words, for the report.
    var title: String {
        switch self {
        case .scan(let step): "scan for \(step.duration.text)"
        case .connect(let step): step.board.name.map { "connect \($0)" } ?? "connect"
        case .initialise: "initialise"
        case .configure: "configure"
        case .stream(let step):
            "stream " + step.signals.map(\.text).joined(separator: ", ")
                + (step.duration.map { " for \($0.text)" } ?? "")
        case .stopStream: "stop-stream"
        case .log(let step):
            "log " + step.allSignals.map(\.text).joined(separator: ", ")
        case .stopLog: "stop-log"
        case .download: "download"
        case .clearLog: "clear-log"
        case .read: "read"
        case .write(let step): "write \(step.bytes.text)"
        case .wait(let step): "wait \(step.duration.text)"
        case .waitFor(let step): "wait-for \(step.bytes.text)"
        case .waitUntil(let step): "wait-until \(step.time.text)"
        case .waitDisconnect: "wait-disconnect"
        case .reconnect: "reconnect"
        case .disconnect: "disconnect"
        case .pair: "pair"
        case .led(let step): "led \(step.channel.rawValue) \(step.pattern.rawValue)"
        case .ledOff: "led-off"
        case .haptic(let step): "haptic \(step.actuator.rawValue)"
        case .iBeacon(let step): step.isOn ? "ibeacon on" : "ibeacon off"
        case .reset: "reset"
        case .process(let step): "process \(step.source.text) as \(step.label.text)"
        case .modify(let step): "modify \(step.name.text)"
        case .setState(let step): "set-state \(step.name.text)"
        case .remove(let step): "remove \(step.name.text)"
        case .tearDown: "tear-down"
        case .timer(let step): "timer \(step.label.text)"
        case .startTimer(let step): "start-timer \(step.name.text)"
        case .stopTimer(let step): "stop-timer \(step.name.text)"
        case .when(let step): "when \(step.signal.text)"
        case .macro: "macro"
        case .runMacro(let step): step.name.map { "run-macro \($0.text)" } ?? "run-macro"
        case .eraseMacros: "erase-macros"
        case .start(let step): "start " + step.signals.map(\.text).joined(separator: ", ")
        case .stop(let step): "stop " + step.signals.map(\.text).joined(separator: ", ")
        case .resetOrientation: "reset-orientation"
        case .writeCalibration: "write-calibration"
        case .settings: "settings"
        case .factoryReset: "factory-reset"
        case .recover: "recover"
        case .updateFirmware: "update-firmware"
        }
    }
}
