import BlueZStandIn
import Bluetooth
import Central
import CommandLineProgram
import DBus
import Declaration
import EventLoop
import LibCrypto
import ScenarioRun

/// The bus on which a run stands in for BlueZ.
final class StandIns: RadioTransport {
    private let command: String
    private var standIn: StandIn?
    /// Ends with this object, and with it all connections to it.
    private var daemon: PrivateBus?
    private var addressFile: AddressFile?
    /// The address of the bus.
    private(set) var place: String?
    private(set) var failure: RunError?
    /// Whether programs take turns with the run, and a daemon lies between.
    private var hasToSettle = false

    /// - Parameter command: its name, for messages.
    init(_ command: String) { self.command = command }

    var beforeInput: () -> Void = {} {
        didSet { standIn?.beforeInput = beforeInput }
    }

    /// Takes `org.bluez` on the bus, and reports to standard error where it is and how to use it.
    ///
    /// - Parameters:
    ///   - isLed: whether programs take turns with the run.
    ///   - tap: returns the observer of an adapter's radio, by its name, its address, and its origin.
    func open(
        _ settings: StandInOptions, of run: ScenarioRun, isLed: Bool, on loop: EventLoop,
        _ console: Console,
        tap: (_ name: String, Address, _ origin: String) -> (any CentralTap)?
    ) throws(RunError) {
        guard let address = settings.bus else { return }
        let place = try self.place(of: address)
        self.place = place
        hasToSettle = isLed
        let bus = try connect(place, loop, address)
        do throws(DBusError) {
            var shown = StandInSettings(adapters: settings.adapters, cryptography: OpenSSL())
            shown.hasDeviceInformation = settings.hasDeviceInformation
            standIn = try StandIn(on: bus, run.air, loop, shown)
        } catch {
            bus.close()
            throw refusal(
                address,
                "org.bluez is taken (\(error.message)); stop the bluetoothd on that bus, or write"
                    + " `bluez-bus` for a private bus")
        }
        standIn?.tap { name, address in tap(name, address, "\(StandInAddress.prefix):\(place)") }
        bus.onClosed = { [weak self] in
            guard let self else { return }
            failure = refusal(
                address,
                "the connection to the bus has ended: " + (standIn?.bus.ending ?? "")
                    + "; the run cannot continue without it")
        }
        if let path = settings.addressFile {
            addressFile = try AddressFile(path, saying: place, for: command)
        }
        console.complain(
            """
            listening on \(StandInAddress.prefix):\(place)
            programs that use BlueZ find it with DBUS_SYSTEM_BUS_ADDRESS=\(place)

            """)
    }

    /// The bus's address; if none was given, that of a daemon that is started now.
    private func place(of address: StandInAddress) throws(RunError) -> String {
        if let bus = address.bus { return bus }
        do throws(DBusError) {
            let daemon = try PrivateBus()
            self.daemon = daemon
            // Without the identifier (`,guid=…`).
            return String(daemon.address.prefix { $0 != "," })
        } catch {
            throw refusal(address, error.message)
        }
    }

    private func connect(
        _ place: String, _ loop: EventLoop, _ address: StandInAddress
    ) throws(RunError) -> Bus {
        do throws(DBusError) {
            return try Bus(at: place, on: loop)
        } catch {
            throw refusal(
                address,
                "no bus answers there (\(error.message)); start one, or write `bluez-bus` for a"
                    + " private one")
        }
    }

    private func refusal(_ address: StandInAddress, _ why: String) -> RunError {
        RunError(.environment, of: command, "--radio \(address): \(why)")
    }

    func flush() { standIn?.flush() }

    /// Waits until what programs have sent is here, if a daemon lies between.
    func settle() {
        if hasToSettle { standIn?.bus.settle() }
    }

    func close() {
        standIn?.close()
        standIn = nil
        daemon = nil
        addressFile = nil
    }
}
