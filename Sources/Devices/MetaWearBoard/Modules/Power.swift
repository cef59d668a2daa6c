internal import Simulation
import Wire

extension MetaWearBoard {
    /// Level in percent and voltage in millivolts, as register 0C gives them.
    var batteryState: ShortBytes {
        ShortBytes(
            Settings.Battery(
                level: UInt8(hardware.batteryLevel.rounded()),
                millivolts: batteryMillivolts
            ).bytes)
    }

    /// Sets the charge of the battery, 0 to 100 %; its voltage follows unless one is given.
    ///
    /// It discharges and charges from there. A board whose battery was empty starts if there is
    /// charge.
    package func setBattery(level: Double, millivolts: UInt16? = nil) {
        supply?.settle()
        hardware.scriptedMillivolts = millivolts
        moveBattery(to: level)
        supply?.settle()
        if hardware.batteryLevel > 0 { batteryRevived() }
    }

    /// Battery voltage in millivolts, from its charge and the current of the board or the charger.
    var batteryMillivolts: UInt16 {
        if let scripted = hardware.scriptedMillivolts { return scripted }
        let volts = hardware.battery.terminal(
            hardware.batteryLevel, current: supply?.current ?? 0)
        return UInt16((max(volts, 0) * 1000).rounded())
    }

    /// Changes the charge and notifies its subscribers.
    func moveBattery(to level: Double) {
        let wasCharging = hardware.isCharging
        let before = hardware.batteryLevel.rounded()
        // This order makes NaN an empty battery.
        hardware.batteryLevel = min(100, max(0, level))
        let now = hardware.batteryLevel.rounded()
        if now != before, let settings, settings.revision >= 3 {
            route(SignalKey(Settings.id, 0x0C), batteryState)
        }
        reportCharge(was: wasCharging)
    }

    /// From a subscription to the battery service, and from each notification, to the next one
    /// (protocol, real boards 1.3).
    private static let batteryPeriod = Nanoseconds.seconds(10)

    func scheduleBatteryLevel() {
        scheduleOwn(.batteryLevel, batteryRound, after: Self.batteryPeriod)
    }

    /// The battery service notifies its level periodically while it is subscribed, changed or not.
    func notifyBatteryLevel(_ round: UInt64) {
        guard isBatterySubscribed, round == batteryRound, connection != nil else { return }
        notify([UInt8(hardware.batteryLevel.rounded())], of: GATT.batteryLevel)
        scheduleBatteryLevel()
    }

    /// Connects or removes the charger; connecting it wakes a board in power-down
    /// and starts one whose battery is empty.
    package func setCharger(connected: Bool) {
        guard hardware.isChargerConnected != connected else { return }
        supply?.settle()
        let wasCharging = hardware.isCharging
        hardware.isChargerConnected = connected
        supply?.settle()
        if connected, supply?.isEmpty == true { return batteryRevived() }
        if connected, isPoweredDown { return wake() }
        if hasStatus(bit: 0) { route(SignalKey(Settings.id, 0x11), [connected ? 1 : 0]) }
        reportCharge(was: wasCharging)
    }

    private func reportCharge(was before: Bool) {
        guard hardware.isCharging != before, hasStatus(bit: 1) else { return }
        route(SignalKey(Settings.id, 0x12), [hardware.isCharging ? 1 : 0])
    }

    private func hasStatus(bit: UInt8) -> Bool {
        guard let information = profile.information(Settings.id), information.revision >= 5,
            let features = information.extra.first
        else { return false }
        return features >> bit & 1 != 0
    }
}
