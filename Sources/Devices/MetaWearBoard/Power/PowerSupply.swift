import Device
internal import Simulation

/// Tracks the charge of a board's battery, in virtual time.
///
/// The current counts as constant between two updates: there is one whenever a consumer changes,
/// every second while the current is high, and every minute otherwise.
final class PowerSupply: EventTarget {
    /// The total current of the board, in microamperes, since the last update.
    private(set) var load = 0.0
    /// The battery was empty: nothing runs until it is charged or replaced.
    var isEmpty = false
    private let board: WeakHandle<MetaWearBoard>
    private let clock: Clock
    private var target = TargetID(index: 0)
    private var last: Instant
    private var notificationsCounted: Int
    /// The planned update; a later plan makes it stale.
    private var plan: UInt64 = 0
    private var planned = Instant(nanoseconds: .max)
    private var isSettling = false

    /// Above this current, in microamperes, the battery is updated every second.
    private static let much = 1000.0
    /// What a notification costs in all, in microcoulombs, and the most that the radio and what feeds it draw while a host
    /// is connected, in microamperes: the vendor counts 7.5 mA for a link that streams 100 packets a second (real boards of
    /// 2026: RB26-100).
    private static let notificationCharge = 75.0
    private static let streaming = 7_500.0

    init(_ board: MetaWearBoard, clock: Clock) {
        self.board = board.lifetime.handle
        self.clock = clock
        last = clock.now
        notificationsCounted = board.notifications.sent
        target = clock.register(self)
    }

    /// The battery's current, in microamperes; negative while it is charged. The charger then
    /// supplies the board too.
    var current: Double { board.owner.map { current(of: $0) } ?? 0 }

    private func current(of board: MetaWearBoard) -> Double {
        let hardware = board.hardware
        guard !board.isSupplyCut else { return 0 }
        guard hardware.isChargerConnected else { return load }
        return hardware.isCharging ? -hardware.battery.chargeCurrent(hardware.batteryLevel) : 0
    }

    /// To be called when a consumer has changed: takes the charge used until now from the battery.
    func settle() {
        guard !isSettling, let board = board.owner else { return }
        isSettling = true
        defer { isSettling = false }
        let now = clock.now
        let elapsed = now - last
        last = now
        if elapsed > .zero { count(elapsed, of: board) }
        load = board.consumption
        schedule(for: board)
    }

    private func count(_ elapsed: Nanoseconds, of board: MetaWearBoard) {
        let sent = board.notifications.sent - notificationsCounted
        notificationsCounted = board.notifications.sent
        // Microcoulombs.
        var charge = current(of: board) * elapsed.seconds
        if charge > 0 {
            charge += min(
                Double(sent) * Self.notificationCharge, Self.streaming * elapsed.seconds)
        }
        guard charge != 0 else { return }
        let hardware = board.hardware
        let whole = hardware.battery.capacity * 3.6e6
        board.moveBattery(to: hardware.batteryLevel - 100 * charge / whole)
    }

    private func schedule(for board: MetaWearBoard) {
        let current = current(of: board)
        guard current != 0 else { return }
        let isFast = board.isConnected || abs(current) > Self.much
        let next = last + .seconds(Int64(isFast ? 1 : 60))
        guard planned <= clock.now || next < planned else { return }
        planned = next
        plan &+= 1
        clock.schedule(target, 0, plan, at: next)
    }

    func handle(_ event: Event) {
        guard event.argument == plan else { return }
        planned = clock.now
        settle()
        guard let board = board.owner else { return }
        let hardware = board.hardware
        guard !hardware.isChargerConnected, !board.isWithoutSupply,
            hardware.battery.terminal(hardware.batteryLevel, current: load)
                <= hardware.battery.cutOff
        else { return }
        board.batteryDied()
    }
}
