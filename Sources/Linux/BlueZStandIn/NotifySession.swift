import DBus

/// A client that receives a characteristic's notifications, until it stops or leaves the bus.
///
/// It survives the link: on the next one the peripheral is subscribed again.
final class NotifySession {
    /// The client's unique name.
    let owner: String
    private(set) weak var characteristic: RemoteGATTCharacteristic?
    /// On the current connection; nil without one.
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
