internal import BlueZCentral
package import Central
internal import CoreBluetooth
package import EventLoop
internal import Foundation
internal import HCICentral
internal import HCITransport
public import MetaWearTransport
internal import Synchronization

/// The radios of this machine.
public enum MetaWearRadios {
    /// The environment variable that chooses the radio of programs that do not.
    public static let variable = "METAWEAR_RADIO"

    /// The radio that `METAWEAR_RADIO` names; without it, this machine's BlueZ.
    ///
    /// A name that it does not understand gives a radio that says so: its state is `unsupported`, connecting throws
    /// the reason, and it is printed to standard error.
    public static func standard() -> any BLERadio {
        let name = ProcessInfo.processInfo.environment[variable] ?? ""
        return radio(named: name.isEmpty ? "bluez" : name, from: "\(variable)=")
    }

    /// A radio by its name: `bluez`, `bluez:hci1`, `hci-unix:PATH` or `hci-tcp:HOST:PORT`.
    public static func radio(named name: String) -> any BLERadio { radio(named: name, from: "") }

    /// Makes a radio on a loop from what is behind the colon in its name.
    package typealias Maker = @Sendable (String, EventLoop) throws -> any RadioPort

    /// Kinds of radios that other products add, by what is in front of the colon.
    private static let others = Mutex<[String: Maker]>([:])

    /// Adds a kind of radio, which knows what can be connected to.
    ///
    /// - Parameter kind: what is in front of the colon in the radio's name.
    package static func add(kind: String, _ make: @escaping Maker) {
        others.withLock { $0[kind] = make }
    }

    /// A radio from a port that belongs to the loop's thread, and knows what can be connected to.
    package static func radio(_ port: sending any RadioPort, on thread: LoopThread) -> any BLERadio
    {
        LoopRadio(port, seeks: false, on: thread)
    }

    private static func radio(named name: String, from source: String) -> any BLERadio {
        let thread: LoopThread
        do throws(EventLoopError) {
            thread = try LoopThread.shared()
        } catch {
            return BrokenRadio("the event loop does not start: \(error)")
        }
        do throws(RadioNameError) {
            let (port, seeks) = try port(named: name, on: thread.loop.value)
            return LoopRadio(port, seeks: seeks, on: thread)
        } catch {
            return BrokenRadio("\(source)\(error)")
        }
    }

    /// A radio by its name, for code that turns the loop itself, and whether it looks for what it does not know.
    package static func port(
        named name: String, on loop: EventLoop
    ) throws(RadioNameError) -> (port: any RadioPort, seeks: Bool) {
        if let colon = name.firstIndex(of: ":"),
            let make = others.withLock({ $0[String(name[..<colon])] })
        {
            do {
                return (try make(String(name[name.index(after: colon)...]), loop), false)
            } catch {
                throw RadioNameError("\(name): \(error.localizedDescription)")
            }
        }
        if name == "bluez" || name.hasPrefix("bluez:") {
            let adapter = name.dropFirst("bluez:".count)
            return (
                BlueZPort(adapter: adapter.isEmpty ? nil : String(adapter), on: loop), true
            )
        }
        do throws(RadioAddressError) {
            let address = try RadioAddress(name)
            if address != .vhci { return (HCIHostPort(address, on: loop), true) }
        } catch {
            let words =
                error == .unknownKind
                ? "no such radio; write `bluez`, `bluez:hci1`, `hci-unix:PATH` or"
                    + " `hci-tcp:HOST:PORT`"
                : "\(error)"
            throw RadioNameError("\(name): \(words)")
        }
        throw RadioNameError("\(name): it is for boards, not for hosts")
    }

    /// BlueZ on a bus; nil for the system's.
    package static func bluez(
        adapter: String?, busAddress: String? = nil, on thread: LoopThread
    ) -> any BLERadio {
        LoopRadio(
            BlueZPort(adapter: adapter, busAddress: busAddress, on: thread.loop.value),
            seeks: true, on: thread)
    }
}

/// Why there is no radio of a name, in words.
package struct RadioNameError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
