import DBus

/// `org.bluez.AgentManager1`: clients that show passkeys, type them or allow a pairing.
final class Agents: BusObject {
    let interface = InterfaceDescription(
        "org.bluez.AgentManager1",
        methods: [
            .init("RegisterAgent", in: ["agent": "o", "capability": "s"]),
            .init("UnregisterAgent", in: ["agent": "o"]),
            .init("RequestDefaultAgent", in: ["agent": "o"]),
        ])
    private let bus: Bus
    private let clients: Clients
    private var agents: [Agent] = []
    /// The most recent default agent first.
    private var defaults: [Agent] = []
    /// Called when the first agent comes or the last one goes.
    var onChange: (_ isThereOne: Bool) -> Void = { _ in }

    init(on bus: Bus, _ clients: Clients) {
        self.bus = bus
        self.clients = clients
    }

    /// The agent for this client's actions, or for unsolicited requests; nil if there is none.
    func agent(for client: String? = nil) -> Agent? {
        agents.first { $0.owner == client } ?? defaults.first
    }

    func call(_ method: String, _ call: IncomingCall) {
        guard let path = call.arguments.first?.text else {
            return call.fail(Refusal.invalidArguments)
        }
        let own = agents.first { $0.owner == call.sender }
        if method == "RegisterAgent" {
            guard own == nil else { return call.fail(Refusal.alreadyExists) }
            return register(path, call)
        }
        guard let own, own.path == path else { return call.fail(Refusal.doesNotExist) }
        if method == "UnregisterAgent" {
            clients.forget(own.watch)
            call.reply()
            remove(own)
        } else {
            defaults.removeAll { $0 === own }
            defaults.insert(own, at: 0)
            call.reply()
        }
    }

    private func register(_ path: String, _ call: IncomingCall) {
        guard let capability = Agent.capability(call.arguments[1].text ?? "") else {
            return call.fail(Refusal.invalidArguments)
        }
        let agent = Agent(call.sender, path, capability, on: bus)
        agent.watch = clients.whenGone(call.sender) { [weak self, weak agent] in
            if let agent { self?.remove(agent) }
        }
        agents.append(agent)
        if defaults.isEmpty { defaults.append(agent) }
        call.reply()
        if agents.count == 1 { onChange(true) }
    }

    private func remove(_ agent: Agent) {
        agents.removeAll { $0 === agent }
        defaults.removeAll { $0 === agent }
        agent.abandon()
        if agents.isEmpty { onChange(false) }
    }

    /// Tells all agents that they are no longer needed.
    func release() {
        for agent in agents {
            agent.cancel()
            agent.tell("Release")
        }
        agents = []
        defaults = []
    }
}
