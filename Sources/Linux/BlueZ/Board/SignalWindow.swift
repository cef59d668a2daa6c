import DBus

/// Limits how many values are in flight to bluetoothd by signals, which are not confirmed.
///
/// After every few of them, a call asks bluetoothd for an answer: messages of one connection keep
/// their order, so with the answer all of them have been read.
final class SignalWindow {
    /// There is room again, after ``take()`` found none.
    var onRoom: () -> Void = {}

    /// How many values may be in flight.
    static let size = 256
    /// Between two calls.
    private static let stride = 64

    private let bus: Bus
    private var open = 0
    private var sinceCall = 0
    /// Calls without an answer.
    private var asked = 0
    private var isWaited = false

    init(_ bus: Bus) { self.bus = bus }

    /// Takes one slot; false if there is none.
    func take() -> Bool {
        guard open < Self.size else {
            isWaited = true
            return false
        }
        open += 1
        sinceCall += 1
        return true
    }

    /// To be called after each value.
    func sent() {
        if sinceCall >= Self.stride { ask() }
    }

    /// Returns a slot if the bus had no room; ``onRoom`` follows.
    func giveBack() {
        open -= 1
        sinceCall -= 1
        isWaited = true
        if asked == 0 { ask() }
    }

    private func ask() {
        let count = sinceCall
        sinceCall = 0
        asked += 1
        bus.call(BlueZPeripheral.service, "/", "org.freedesktop.DBus.Peer", "Ping") {
            [weak self] _ in
            // Also on failure: the values are gone then.
            guard let self else { return }
            asked -= 1
            open = max(open - count, 0)
            guard isWaited else { return }
            isWaited = false
            onRoom()
        }
    }
}
