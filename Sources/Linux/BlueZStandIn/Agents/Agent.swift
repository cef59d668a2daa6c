import DBus
import Pairing

/// `org.bluez.Agent1` of one client.
final class Agent {
    let owner: String
    let path: String
    let capability: IOCapability
    var watch: UInt64 = 0
    private let bus: Bus
    /// The pending question, if there is one; an agent is asked one thing at a time.
    private var question: (number: UInt64, device: String, answer: (Answer) -> Void)?
    private var last: UInt64 = 0

    /// An agent's response to a question.
    enum Answer {
        case value(Value?)
        /// It refused, cancelled, failed or left.
        case refused
    }

    init(_ owner: String, _ path: String, _ capability: IOCapability, on bus: Bus) {
        self.owner = owner
        self.path = path
        self.capability = capability
        self.bus = bus
    }

    /// By its name in `RegisterAgent`; nil if there is no such capability.
    static func capability(_ text: String) -> IOCapability? {
        switch text {
        case "", "KeyboardDisplay": .keyboardDisplay
        case "DisplayOnly": .displayOnly
        case "DisplayYesNo": .displayYesNo
        case "KeyboardOnly": .keyboardOnly
        case "NoInputNoOutput": .noInputNoOutput
        default: nil
        }
    }

    /// Asks about a device; false if another question is pending.
    ///
    /// bluetoothd waits for a minute of real time, because a person answers.
    func ask(
        _ method: String, about device: String, _ arguments: [Value],
        _ answer: @escaping (Answer) -> Void
    ) -> Bool {
        guard question == nil else { return false }
        last += 1
        let number = last
        question = (number, device, answer)
        bus.call(
            owner, path, Self.name, method, [.path(device)] + arguments, timeout: 60_000
        ) { [weak self] result in
            guard let self, question?.number == number else { return }
            question = nil
            if case .success(let reply) = result {
                answer(.value(reply.first))
            } else {
                answer(.refused)
            }
        }
        return true
    }

    /// Informs the agent; no answer is needed.
    func tell(_ method: String, _ arguments: [Value] = []) {
        bus.call(owner, path, Self.name, method, arguments)
    }

    /// Cancels the pending question if it is about this device, or about any; its answer is
    /// ignored.
    func cancel(about device: String? = nil) {
        guard let open = question, device == nil || open.device == device else { return }
        question = nil
        tell("Cancel")
    }

    /// The agent is gone: a pending question is refused.
    func abandon() {
        let open = question
        question = nil
        open?.answer(.refused)
    }

    private static let name = "org.bluez.Agent1"
}
