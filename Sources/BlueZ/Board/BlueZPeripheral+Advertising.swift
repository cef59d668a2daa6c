import DBus
import Peripheral

/// What the board advertises.
extension BlueZPeripheral {
    /// Puts on the air what the firmware advertises now.
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

    /// BlueZ says no: it is asked for less, or told to people; and it is asked again.
    func advertisementRefused(_ error: DBusError) {
        guard let adapter else { return }
        let name = Self.name(adapter)
        trace("the advertisement is refused: \(error)")
        // NotPermitted: as many as the adapter can are there.
        if error.name == "org.bluez.Error.NotPermitted" {
            return isStarting
                ? fail(.tooManyAdvertisements(name))
                : notice("\(BlueZError.tooManyAdvertisements(name)); it is tried again")
        }
        if let own = peripheral.advertisement, canShrink {
            refused = (own, (refused?.times ?? 0) + 1)
            return advertise()
        }
        let problem = BlueZError("to advertise", error, adapter: name)
        if isStarting { fail(problem) } else { notice("\(problem); it is tried again") }
    }

    /// Whether there is anything left that could be left out, and BlueZ is powered to send the rest.
    private var canShrink: Bool {
        adapterProperty("Powered")?.flag ?? false && advertising.partCount > 0
    }
}
