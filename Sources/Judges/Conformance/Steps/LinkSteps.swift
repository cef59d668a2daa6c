import Bluetooth
import Declaration
import Simulation
import YAML

package struct ReadStep: Section {
    package static let example = """
        - read: {characteristic: 2A26, value: "version:text", where: [{field: version, says: 1.7.2}]}
        """

    package var characteristic = BluetoothUUID.short(0x2A26)
    package var value: PacketPattern?
    package var conditions: [Condition] = []
    package var fails: RefusalCode?

    package static let keys = Keys(Self(), "read of a characteristic") { keys in
        keys.about = "Reads the value of a characteristic."
        keys.required(\.characteristic, "characteristic", principal: true, "Its UUID.")
        keys.optional(\.value, "value", otherwise: "anything", "The expected bytes.")
        keys.list(\.conditions, "where", "Conditions on its fields.")
        keys.optional(
            \.fails, "fails", otherwise: "it must not fail",
            "The error of the Attribute Protocol that the board must return.")
    }
}

/// Turns notifications on or off.
package struct SubscribeStep: Section {
    package var characteristic: BluetoothUUID?

    package static let keys = Keys(Self(), "configuration of a characteristic") { keys in
        keys.about = "Writes the configuration descriptor of a characteristic."
        keys.optional(
            \.characteristic, "characteristic", principal: true,
            otherwise: "the device's notifications", "Its UUID.")
    }
}

package struct ConnectStep: Section {
    package static let example = """
        - connect: {within: 3 s, fails: true}
        - wait: 20 s
        - connect
        """

    package var within: Nanoseconds = .seconds(10)
    package var subscribes = true
    package var fails = false

    package static let keys = Keys(Self(), "connection") { keys in
        keys.about = "Connects as soon as the board advertises."
        keys.optional(
            \.within, "within", in: .milliseconds(1)...(.seconds(3600)), "How long this may take.")
        keys.optional(
            \.subscribes, "subscribe",
            "Whether services are discovered and the device's notifications turned on as well.")
        keys.optional(
            \.fails, "fails",
            "Whether connecting must fail. BlueZ tries for at least a second of real time: keep the"
                + " board out of reach for longer.")
    }
}

package struct EndedStep: Section {
    package var within: Nanoseconds = .seconds(10)

    package static let keys = Keys(Self(), "end by the board") { keys in
        keys.about = "The board must end the link."
        keys.optional(
            \.within, "within", in: .milliseconds(1)...(.seconds(3600)), principal: true,
            "How long this may take.")
    }
}

package struct MTUStep: Section {
    package var asks = 247
    package var gets: Int?

    package static let keys = Keys(Self(), "MTU exchange") { keys in
        keys.about = "Requests another ATT MTU."
        keys.required(\.asks, "asks", in: 23...517, principal: true, "The requested MTU, in bytes.")
        keys.optional(
            \.gets, "gets", in: 23...517, otherwise: "anything", "The MTU that must result.")
    }
}

package struct ServicesStep: Section {
    package static let example = """
        - services:
            has: [{characteristic: 2A19, service: 180F, properties: [read, notify]}]
            lacks: [00001531-1212-EFDE-1523-785FEABCD123]
        """

    package var has: [WantedCharacteristic] = []
    package var lacks: [BluetoothUUID] = []

    package static let keys = Keys(Self(), "discovery of services") { keys in
        keys.about = "Discovers the services and checks which are present."
        keys.list(\.has, "has", "What must be present.")
        keys.list(\.lacks, "lacks", "Services and characteristics that must be absent.")
    }
}

package struct WantedCharacteristic: LocatedSection {
    package var service = BluetoothUUID.short(0x180A)
    package var characteristic = BluetoothUUID.short(0x2A26)
    package var properties: [PropertyName] = []
    package var mark = Mark.start

    package static let keys = Keys(Self(), "wanted characteristic") { keys in
        keys.about = "A characteristic that must be present."
        keys.required(\.service, "service", "Its service.")
        keys.required(\.characteristic, "characteristic", "Its own UUID.")
        keys.list(\.properties, "properties", "Properties that it must have.")
    }
}

/// What a characteristic can do (Core Vol 3, Part G, 3.3.1.1).
package enum PropertyName: String, Choice {
    package static let title = "property"
    case read, write, notify, indicate
    case writeWithoutResponse = "write-without-response"
}

package struct AdvertisesStep: Section {
    package static let example = """
        - advertises: {for: 3 s, name: MetaWear, services: [326A9000-85CB-9195-D9DD-464CFBBAE75A]}
        """

    package var duration: Nanoseconds = .seconds(3)
    package var isSilent = false
    package var name: String?
    package var services: [BluetoothUUID] = []
    package var data: PacketPattern?
    package var response: PacketPattern?
    package var manufacturer: PacketPattern?
    package var atLeast: Int?
    package var atMost: Int?
    package var isConnectable: Bool?

    package static let keys = Keys(Self(), "advertising") { keys in
        keys.about = "Scans for a while and checks what the board advertises."
        keys.optional(
            \.duration, "for", in: .milliseconds(1)...(.seconds(3600)), principal: true, "How long."
        )
        keys.optional(\.isSilent, "silent", "Whether the board must not advertise.")
        keys.optional(\.name, "name", otherwise: "any", "The name.")
        keys.list(
            \.services, "services",
            "Services that the advertisement or the scan response must list.")
        keys.optional(\.data, "data", otherwise: "any", "The advertising data, as on the air.")
        keys.optional(\.response, "response", otherwise: "any", "The scan response, as on the air.")
        keys.optional(
            \.manufacturer, "manufacturer", otherwise: "any",
            "Company and data of the manufacturer, as on the air.")
        keys.optional(\.atLeast, "at-least", in: 0...100_000, "The smallest number of reports.")
        keys.optional(\.atMost, "at-most", in: 0...100_000, "The largest number of reports.")
        keys.optional(
            \.isConnectable, "connectable", otherwise: "either", "Whether centrals may connect.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        guard let atLeast, let atMost, atLeast > atMost else { return }
        reader.fail(
            "`at-least` is greater than `at-most`: \(atLeast) and \(atMost)", at: mark,
            fix: "swap them")
    }
}
