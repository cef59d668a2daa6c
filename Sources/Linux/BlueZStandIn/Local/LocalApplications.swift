import Bluetooth
import DBus

/// `org.bluez.GattManager1`: applications register services on the adapter.
final class LocalApplications: BusObject {
    static let name = "org.bluez.GattManager1"
    let interface = description
    private unowned let peripheral: LocalPeripheral
    private var applications: [Registered] = []
    /// Called before anything is registered.
    var onRegister: () -> Void = {}

    private struct Registered {
        let application: LocalApplication
        let watch: SignalSubscription
    }

    init(on peripheral: LocalPeripheral) { self.peripheral = peripheral }

    private static let description = InterfaceDescription(
        name,
        methods: [
            .init("RegisterApplication", in: ["application": "o", "options": "a{sv}"]),
            .init("UnregisterApplication", in: ["application": "o"]),
        ])

    /// Of all services registered by applications, each once, in order of registration.
    var uuids: [BluetoothUUID] {
        var uuids: [BluetoothUUID] = []
        for application in applications {
            for uuid in application.application.uuids where !uuids.contains(uuid) {
                uuids.append(uuid)
            }
        }
        return uuids
    }

    func call(_ method: String, _ call: IncomingCall) {
        guard let path = call.arguments.first?.text else {
            return call.fail(Refusal.invalidArguments)
        }
        let known = applications.firstIndex {
            $0.application.owner == call.sender && $0.application.path == path
        }
        switch (method, known) {
        case ("RegisterApplication", nil): register(path, call)
        case ("RegisterApplication", _): call.fail(Refusal.alreadyExists)
        case (_, nil): call.fail(Refusal.doesNotExist)
        case (_, let index?):
            let gone = remove(at: index)
            call.reply()
            if gone { peripheral.host?.serviceUUIDsChanged() }
        }
    }

    private func register(_ path: String, _ call: IncomingCall) {
        guard let host = peripheral.host else {
            return call.fail(Refusal.failed("Failed to complete registration"))
        }
        onRegister()
        let application = LocalApplication(call.sender, path, on: peripheral)
        let watch = host.bus.watch(name: call.sender) { [weak self, weak application] owner in
            guard owner == nil, let self, let application else { return }
            peripheral.host?.beforeInput()
            leave(application)
        }
        applications.append(Registered(application: application, watch: watch))
        host.bus.call(
            call.sender, path, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"
        ) { [weak self, weak application] result in
            // It may be gone meanwhile.
            guard let self, let application,
                applications.contains(where: { $0.application === application })
            else { return call.fail(Refusal.failed("Failed to complete registration")) }
            peripheral.host?.beforeInput()
            let before = uuids
            do throws(DBusError) {
                let answer = try? result.get().first
                try application.add(RegisteredObjects(answer, below: path))
            } catch {
                applications.removeAll { $0.application === application }
                return call.fail(error)
            }
            guard !application.uuids.isEmpty else { return call.reply() }
            peripheral.host?.serviceUUIDsChanged()
            call.reply()
            if !application.uuids.allSatisfy(before.contains) {
                // Again when the kernel has it too.
                peripheral.host?.serviceUUIDsChanged()
            }
        }
    }

    private func leave(_ application: LocalApplication) {
        guard let index = applications.firstIndex(where: { $0.application === application }),
            remove(at: index)
        else { return }
        peripheral.host?.serviceUUIDsChanged()
    }

    /// True if a UUID is gone completely, which is reported again when the kernel has processed it
    /// too.
    private func remove(at index: Int) -> Bool {
        let application = applications.remove(at: index).application
        let gone = application.uuids
        guard application.remove() else { return false }
        peripheral.host?.serviceUUIDsChanged()
        return !gone.allSatisfy(uuids.contains)
    }
}
