public import Bluetooth
public import Peripheral
public import Simulation
import VirtualRadio

/// The operations for synchronous code: each runs the simulation until it is complete.
extension Central {
    /// Every report that passes the filter within `duration`.
    package func scanAndWait(
        for duration: Nanoseconds, active: Bool = true, filter: ScanFilter = ScanFilter()
    ) -> [ScanReport] {
        var reports: [ScanReport] = []
        scan(active: active, filter: filter) { reports.append($0) }
        simulation.run(for: duration)
        stopScan()
        return reports
    }

    /// Connects to a peripheral.
    public func connectAndWait(
        to peer: Address, parameters: ConnectionParameters = .usual,
        timeout: Nanoseconds = .seconds(30)
    ) throws(CentralError) -> Connection {
        try wait(for: "a connection to \(peer)", within: timeout + .seconds(1)) {
            connect(to: peer, parameters: parameters, timeout: timeout, completion: $0)
        }
    }
}
