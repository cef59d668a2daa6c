package import Bluetooth
package import Peripheral
internal import Simulation

extension BoardAccess {
    /// Raises the ATT MTU; returns the one in force.
    package func exchangeMTU(_ mtu: Int) throws(AccessError) -> Int {
        try complete("the MTU exchange") { $0.exchangeMTU(mtu, $1) }
    }

    /// The primary services with their contents.
    package func discover() throws(AccessError) -> [RemoteService] {
        let known = knownServices
        let found: [RemoteService] = try complete("service discovery") {
            $0.discover(knowing: known, $1)
        }
        knownServices = nil
        services = found
        // Unsolicited values must be seen too.
        for uuid in found.flatMap({ $0.characteristics }).map({ $0.uuid }) {
            try openLink().listen(to: uuid) { [me = lifetime.handle] time, bytes in
                me.owner?.add(.value(time, of: uuid, bytes.array()))
            }
        }
        return found
    }

    /// Each operation on a value needs to know where it is.
    private func prepare() throws(AccessError) {
        _ = try openLink()
        if services == nil { _ = try discover() }
    }

    /// Reads the value of the first characteristic with this UUID, of any length.
    package func read(_ characteristic: BluetoothUUID) throws(AccessError) -> [UInt8] {
        try prepare()
        return try complete("a read") { $0.read(characteristic, $1) }
    }

    /// Writes the value of the first characteristic with this UUID, in one packet. A request returns
    /// when it was answered, a command when it was queued.
    package func write(
        _ bytes: [UInt8], to characteristic: BluetoothUUID, _ kind: WriteKind
    ) throws(AccessError) {
        try prepare()
        guard kind == .request else { return try send(bytes, to: characteristic) }
        let most = try openLink().longestCommand
        guard bytes.count <= most || limits.contains(.mtuIsFixed) else {
            throw .unable(
                "\(bytes.count) bytes do not fit one write of MTU - 3 = \(most): exchange a larger"
                    + " MTU or write long")
        }
        try complete("a write") { $0.write(bytes, to: characteristic, .request, $1) }
    }

    /// Writes the configuration of a characteristic; an empty set turns it off.
    package func subscribe(
        to characteristic: BluetoothUUID, _ kind: Subscription
    ) throws(AccessError) {
        try prepare()
        try complete("a subscription") { $0.configure(characteristic, kind, $1) }
    }
}
