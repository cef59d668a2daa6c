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

    /// The first report that passes the filter.
    package func findAndWait(
        _ filter: ScanFilter, active: Bool = true, within limit: Nanoseconds = .seconds(30)
    ) throws(CentralError) -> ScanReport {
        defer { stopScan() }
        return try wait(for: "an advertisement", within: limit) { completion in
            var found = false
            scan(active: active, filter: filter) { report in
                if !found { completion(.success(report)) }
                found = true
            }
        }
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
