import Bluetooth
import Declaration
import Simulation
import YAML

/// A peripheral declared by a scenario: services and values without firmware.
package struct PeripheralDescription: LocatedSection {
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
    /// In the advertisement and in the GAP service; empty to use the scenario's name.
    package var deviceName = ""
    package var distance: Quantity<Length>?
    package var interval: Nanoseconds = .milliseconds(100)
    package var maximumMTU = 517
    package var security = BoardSecurity()
    package var services: [ServiceDescription] = []
    package var mark = Mark.start

    package static let keys = Keys(Self(), "peripheral") { keys in
        keys.about = """
            A peripheral with the services declared here: for clients of other devices, and to test \
            how a host handles long values, refusals and indications.
            """
        keys.name(
            \.name, "name", of: .peripheral, "The name used in the rest of the file and in reports."
        )
        keys.optional(
            \.address, "address", otherwise: "derived from the seed and the name",
            "The Bluetooth address.")
        keys.optional(
            \.deviceName, "device-name", "The name in the advertisement; the default is `name`.")
        keys.optional(
            \.distance, "distance", in: .metres(0.01)...(.metres(1000)), otherwise: "the world's",
            "Distance from the clients.")
        keys.optional(
            \.interval, "advertising-interval", in: .milliseconds(20)...(.seconds(10)),
            "The advertising interval.")
        keys.optional(
            \.maximumMTU, "maximum-mtu", in: 23...517, "The largest ATT MTU that it accepts.")
        keys.optional(
            \.security, "security", otherwise: "pairing is allowed", "Its pairing behaviour.")
        keys.list(
            \.services, "services", count: 1...100, "Its services, in addition to GAP and GATT.")
    }
}

package struct ServiceDescription: Section {
    package var uuid: BluetoothUUID = "1800"
    package var characteristics: [CharacteristicDescription] = []

    package static let keys = Keys(Self(), "service") { keys in
        keys.about = "A primary service of a declared peripheral."
        keys.required(\.uuid, "uuid", "What the service is for.")
        keys.list(
            \.characteristics, "characteristics", count: 1...500, "In the order of their handles.")
    }
}
