import DBus

/// The users of the stand-in: a client's resources are released when it leaves the bus.
final class Clients {
    private var waiting: [Waiting] = []
    private var last: UInt64 = 0
    private var watch: SignalSubscription?
    /// To be called before any notification.
    var beforeInput: () -> Void = {}

    private struct Waiting {
        let number: UInt64
        let name: String
        let action: () -> Void
    }

    init(on bus: Bus) {
        watch = bus.subscribe(
            sender: Bus.name, path: Bus.path, interface: Bus.name, member: "NameOwnerChanged"
        ) { [weak self] signal in
            guard signal.values.count == 3, signal.values[2].text == "",
                let name = signal.values[0].text
            else { return }
            self?.left(name)
        }
    }

    /// Calls back once when a client has left, unless it is removed before.
    func whenGone(_ name: String, _ action: @escaping () -> Void) -> UInt64 {
        last += 1
        waiting.append(Waiting(number: last, name: name, action: action))
        return last
    }

    func forget(_ number: UInt64) { waiting.removeAll { $0.number == number } }

    private func left(_ name: String) {
        let gone = waiting.filter { $0.name == name }
        guard !gone.isEmpty else { return }
        waiting.removeAll { $0.name == name }
        beforeInput()
        for client in gone { client.action() }
    }
}
