import DBus

/// A client that wants a characteristic's notifications, until it has enough or leaves the bus.
///
/// It outlasts the link: with the next one the peripheral is asked again.
final class NotifySession {
    /// The client's unique name.
    let owner: String
    private(set) weak var characteristic: RemoteGATTCharacteristic?
    /// On the present connection; nil without one.
    var registration: Subscriptions.Registration?
    private var watch: SignalSubscription?

    init(_ owner: String, of characteristic: RemoteGATTCharacteristic, on bus: Bus) {
        self.owner = owner
        self.characteristic = characteristic
        watch = bus.watch(name: owner) { [weak self] newOwner in
            guard let self, newOwner == nil else { return }
            self.characteristic?.left(self)
        }
    }
}
