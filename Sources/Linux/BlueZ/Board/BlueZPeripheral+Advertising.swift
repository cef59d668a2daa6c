import DBus
import Peripheral

extension BlueZPeripheral {
    /// Advertises what the firmware advertises now.
    func advertise() {
        guard state == .running, let adapter else { return }
        guard let own = peripheral.advertisement else { return advertising.want(nil) }
        let abilities = AdvertisingAbilities(
            remote[adapter, RemoteObjects.advertisingManager] ?? [:])
        if refused?.advertisement != own { refused = nil }
        let plan = AdvertisementPlan(own, abilities, refusals: refused?.times ?? 0)
        for note in plan.notes { notice(note) }
        advertising.want(plan)
    }

    /// BlueZ refuses: the next attempt has less content, or the user is informed; then it is tried
    /// again.
    func advertisementRefused(_ error: DBusError) {
        guard let adapter else { return }
        let name = Self.name(adapter)
        trace("the advertisement is refused: \(error)")
        // NotPermitted: all of the adapter's advertisements are in use.
        if error.name == "org.bluez.Error.NotPermitted" {
            return isStarting
                ? fail(.tooManyAdvertisements(name))
                : notice("\(BlueZError.tooManyAdvertisements(name)); trying again")
        }
        if let own = peripheral.advertisement, canShrink {
            refused = (own, (refused?.times ?? 0) + 1)
            return advertise()
        }
        let problem = BlueZError("to advertise", error, adapter: name)
        if isStarting { fail(problem) } else { notice("\(problem); trying again") }
    }

    /// Whether another part could be left out, and BlueZ is powered to send the rest.
    private var canShrink: Bool {
        adapterProperty("Powered")?.flag ?? false && advertising.partCount > 0
    }
}
