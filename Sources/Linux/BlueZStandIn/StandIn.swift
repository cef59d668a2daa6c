import DBus
import EventLoop
import VirtualRadio

/// `org.bluez` on a bus, in place of bluetoothd 5.66: its adapters are centrals on a virtual air.
///
/// All delays are in virtual time. Its owner advances the simulation and calls ``flush()`` after
/// each turn of the loop.
package final class StandIn {
    /// Where it is.
    package let bus: Bus
    let air: Air
    let loop: EventLoop
    let objects: ObjectServer
    let clients: Clients
    let agents: Agents
    let profiles: Profiles
    let settings: StandInSettings
    private(set) var adapters: [Adapter] = []
    private var isOpen = true

    /// To be called before any input is passed on: virtual time must be that of the input.
    package var beforeInput: () -> Void = {} {
        didSet {
            objects.beforeCall = beforeInput
            clients.beforeInput = beforeInput
            for adapter in adapters { adapter.beforeInput = beforeInput }
        }
    }

    /// Takes the name `org.bluez`.
    ///
    /// - Throws: if another program owns it.
    package init(
        on bus: Bus, _ air: Air, _ loop: EventLoop, _ settings: StandInSettings
    ) throws(DBusError) {
        try bus.own(Self.name)
        self.bus = bus
        self.air = air
        self.loop = loop
        self.settings = settings
        objects = ObjectServer(bus)
        clients = Clients(on: bus)
        agents = Agents(on: bus, clients)
        profiles = Profiles(clients)
        agents.onChange = { [unowned self] isThereOne in
            for adapter in adapters {
                _ = adapter.after(Adapter.kernelTime) { [weak adapter] in
                    adapter?.setPairable(isThereOne)
                }
            }
        }
        profiles.onChange = { [unowned self] in
            for adapter in adapters { adapter.changed("UUIDs") }
        }
        objects.add(agents, at: Self.path)
        objects.add(profiles, at: Self.path)
        objects.add(HealthManager(), at: Self.path)
        for (index, address) in settings.adapters.enumerated() {
            let adapter = Adapter(index, address, of: self)
            adapters.append(adapter)
            adapter.publish()
        }
        objects.flush()
    }

    /// Of BlueZ.
    package static let version = "5.66"
    static let name = "org.bluez"
    static let path = "/org/bluez"

    /// Reports the changes of a turn.
    package func flush() { objects.flush() }

    /// Removes everything, and notifies clients, as bluetoothd does when it is stopped. Without it
    /// the name disappears with the connection, and clients learn nothing else.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        agents.release()
        for adapter in adapters { adapter.close() }
        objects.removeAll(below: Self.path)
        objects.flush()
        bus.close()
    }
}
