import BlueZStandIn
import Bluetooth
import Central
import CommandLineProgram
import DBus
import Declaration
import EventLoop
import LibCrypto
import ScenarioRun
import ScriptedClient
import Simulation

/// The bus on which a run stands in for BlueZ.
final class StandIns: RadioTransport {
    private let command: String
    private var standIn: StandIn?
    /// The bus, if no other was named.
    private var own: InnerBus?
    private var addressFile: AddressFile?
    /// The address of the bus.
    private(set) var place: String?
    private(set) var failure: RunError?
    /// Whether programs take turns with the run, and a daemon lies between.
    private(set) var hasToSettle = false

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
        let (bus, place) = try connect(address, loop)
        self.place = place
        hasToSettle = isLed && own == nil
        if isLed { bus.deadline = Self.deadline(run.world.timers) }
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

    /// The bus's address, and our connection; without an address a bus of our own.
    private func connect(
        _ address: StandInAddress, _ loop: EventLoop
    ) throws(RunError) -> (Bus, String) {
        guard let place = address.bus else {
            do throws(DBusError) {
                let own = try InnerBus(on: loop)
                self.own = own
                return (try own.connect(), own.address)
            } catch {
                throw refusal(address, error.message)
            }
        }
        do throws(DBusError) {
            return (try Bus(at: place, on: loop), place)
        } catch {
            throw refusal(
                address,
                "no bus answers there (\(error.message)); start one, or write `bluez-bus` for a"
                    + " private one")
        }
    }

    /// Limits of calls in virtual time.
    private static func deadline(
        _ timers: DelayedCalls
    ) -> (UInt32, @escaping () -> Void) -> AnyObject {
        { [weak timers] milliseconds, handler in
            let limit = Limit(handler)
            timers?.after(.milliseconds(Int64(milliseconds))) { [weak limit] in limit?.handler() }
            return limit
        }
    }

    /// A call's limit, which ends with the call.
    private final class Limit {
        let handler: () -> Void

        init(_ handler: @escaping () -> Void) { self.handler = handler }
    }

    private func refusal(_ address: StandInAddress, _ why: String) -> RunError {
        RunError(.environment, of: command, "--radio \(address): \(why)")
    }

    func flush() { standIn?.flush() }

    /// Waits until what programs have sent is here, if a daemon lies between.
    func settle() {
        if hasToSettle { standIn?.bus.settle() }
    }

    /// The process of the daemon (D-Bus Specification, GetConnectionUnixProcessID); nil if the bus does not say.
    var daemonProcess: Int32? {
        guard hasToSettle, let bus = standIn?.bus else { return nil }
        let reply = try? bus.callAndWait(
            Bus.name, Bus.path, Bus.name, "GetConnectionUnixProcessID", [.string(Bus.name)])
        guard case .uint32(let pid)? = reply?.first else { return nil }
        return Int32(exactly: pid)
    }

    func close() {
        standIn?.close()
        standIn = nil
        own = nil
        addressFile = nil
    }
}
