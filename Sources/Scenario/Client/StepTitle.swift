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
            "stream " + step.signals.map(\.rawValue).joined(separator: ", ")
                + (step.duration.map { " for \($0.text)" } ?? "")
        case .stopStream: "stop-stream"
        case .log(let step):
            "log "
                + [
                    step.acceleration.map { _ in "acceleration" },
                    step.rotation.map { _ in "rotation" }, step.isSwitchLogged ? "switch" : nil,
                ].compactMap { $0 }.joined(separator: ", ")
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
        case .led(let step): "led \(step.channel.rawValue) \(step.pattern.rawValue)"
        case .ledOff: "led-off"
        case .haptic(let step): "haptic \(step.actuator.rawValue)"
        case .iBeacon(let step): step.isOn ? "ibeacon on" : "ibeacon off"
        case .reset: "reset-board"
        }
    }
}
