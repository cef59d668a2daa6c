import Bluetooth
import Declaration

/// A scripted central.
package struct Client: Section {
    package static let title = "client"
    package static let about =
        "A central that follows a script: the next step begins when the one before it is done."
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

    package static let keys = Keys(Self()) { keys in
        keys.name(\.name, "name", of: .client, "What the rest of the file and reports call it.")
        keys.optional(
            \.address, "address", otherwise: "made from the seed and the name", "On the air.")
        keys.list(\.steps, "steps", count: 1...100_000, "What it does, one after the other.")
    }
}
