import Bluetooth
import Declaration
import Simulation
import YAML

/// A peripheral that a scenario makes up: services and values, and no firmware behind them.
package struct PeripheralDescription: LocatedSection {
    package static let title = "peripheral"
    package static let about = """
        A peripheral made of what it declares: for clients of other devices, and for trying out what \
        a host makes of long values, refusals and indications.
        """
    package static let example = """
        peripherals:
          - name: strap
            services:
              - uuid: 180D
                characteristics:
                  - {uuid: 2A37, properties: [notify], value: "00 48", send-every: 1 s}
                  - {uuid: 2A38, properties: [read], value: "01"}
        """

    package var name = "peripheral"
    package var address: Address?
    /// In the advertisement and in GAP's service; empty for the scenario's name of it.
    package var deviceName = ""
    package var distance: Quantity<Length>?
    package var interval: Nanoseconds = .milliseconds(100)
    package var maximumMTU = 517
    package var security = BoardSecurity()
    package var services: [ServiceDescription] = []
    package var mark = Mark.start

    package static let keys = Keys(Self()) { keys in
        keys.name(
            \.name, "name", of: .peripheral, "What the rest of the file and reports call it.")
        keys.optional(
            \.address, "address", otherwise: "made from the seed and the name", "On the air.")
        keys.optional(\.deviceName, "device-name", "The name on the air; left out, its `name`.")
        keys.optional(
            \.distance, "distance", in: .metres(0.01)...(.metres(1000)), otherwise: "the world's",
            "From the clients.")
        keys.optional(
            \.interval, "advertising-interval", in: .milliseconds(20)...(.seconds(10)),
            "Between two advertising events.")
        keys.optional(
            \.maximumMTU, "maximum-mtu", in: 23...517, "The largest ATT MTU that it takes.")
        keys.optional(
            \.security, "security", otherwise: "pairing is possible", "What it takes of pairing.")
        keys.list(\.services, "services", count: 1...100, "Beside those of GAP and GATT.")
    }
}

package struct ServiceDescription: Section {
    package static let title = "service"
    package static let about = "A primary service of a declared peripheral."

    package var uuid: BluetoothUUID = "1800"
    package var characteristics: [CharacteristicDescription] = []

    package static let keys = Keys(Self()) { keys in
        keys.required(\.uuid, "uuid", "What the service is for.")
        keys.list(
            \.characteristics, "characteristics", count: 1...500, "In the order of their handles.")
    }
}
