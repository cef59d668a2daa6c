import Bluetooth
import Declaration

/// A scripted central.
package struct Client: Section {
    package static let example = """
        clients:
          - name: phone
            steps:
              - connect
              - initialise
              - stream: {signals: [acceleration, switch], for: 10 s}
              - disconnect
        """

    package var name = "client"
    package var address: Address?
    package var steps: [Step] = []

    package static let keys = Keys(Self(), "client") { keys in
        keys.about =
            "A central that follows a script: each step begins when the previous one has finished."
        keys.name(
            \.name, "name", of: .client, "The name used in the rest of the file and in reports.")
        keys.optional(
            \.address, "address", otherwise: "derived from the seed and the name",
            "The Bluetooth address.")
        keys.list(\.steps, "steps", count: 1...100_000, "Its steps, one after the other.")
    }
}
