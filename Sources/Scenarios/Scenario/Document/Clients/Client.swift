public import Bluetooth
import Declaration

/// A scripted central.
public struct Client: Section {
    public static let title = "client"
    public static let about =
        "A central that follows a script: the next step begins when the one before it is done."
    public static let example = """
        clients:
          - name: phone
            steps:
              - connect
              - initialise
              - stream: {signals: [acceleration, switch], for: 10 s}
              - disconnect
        """

    public var name = "client"
    public var address: Address?
    public var steps: [Step] = []

    public static let keys = Keys(Self()) { keys in
        keys.name(\.name, "name", of: .client, "What the rest of the file and reports call it.")
        keys.optional(
            \.address, "address", otherwise: "made from the seed and the name", "On the air.")
        keys.list(\.steps, "steps", count: 1...100_000, "What it does, one after the other.")
    }
}
