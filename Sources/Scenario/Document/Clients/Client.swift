public import Bluetooth
public import YAML

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

    /// What the scenario calls it.
    public var name = "client"
    /// On the air; `nil`: made from the seed and the name.
    public var address: Address?
    /// One after the other.
    public var steps: [Step] = []
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.name(&name, "name", of: .client, "What the rest of the file and reports call it.")
        keys.optional(
            &address, "address", otherwise: "made from the seed and the name", "On the air.")
        keys.list(&steps, "steps", count: 1...100_000, "What it does, one after the other.")
    }
}
