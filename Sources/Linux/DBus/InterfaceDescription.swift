/// What an interface consists of, for checks of calls and for introspection.
package struct InterfaceDescription: Sendable {
    /// `org.bluez.Device1`.
    package let name: String
    /// In the order of introspection.
    package let methods: [Method]
    /// In the order of introspection.
    package let signals: [Signal]
    /// In the order in which `GetAll` gives them.
    package let properties: [Property]

    /// An interface of these parts.
    package init(
        _ name: String, methods: [Method] = [], signals: [Signal] = [],
        properties: [Property] = []
    ) {
        self.name = name
        self.methods = methods
        self.signals = signals
        self.properties = properties
    }

    /// A method with its arguments, names to signatures, in their order.
    package struct Method: Sendable {
        /// `Connect`.
        package let name: String
        /// What a call has to bring.
        package let inputs: [Argument]
        /// What the reply brings.
        package let outputs: [Argument]
        /// Whether introspection says that no reply comes.
        package let hasReply: Bool
        /// The signatures of all inputs together.
        let signature: String

        /// A method of this name.
        package init(
            _ name: String, in inputs: KeyValuePairs<String, String> = [:],
            out outputs: KeyValuePairs<String, String> = [:], hasReply: Bool = true
        ) {
            self.name = name
            self.inputs = inputs.map { Argument(name: $0.key, signature: $0.value) }
            self.outputs = outputs.map { Argument(name: $0.key, signature: $0.value) }
            self.hasReply = hasReply
            signature = inputs.map(\.value).joined()
        }
    }

    /// A signal with its arguments, names to signatures, in their order.
    package struct Signal: Sendable {
        /// `PropertiesChanged`.
        package let name: String
        /// What it brings.
        package let arguments: [Argument]

        /// A signal of this name.
        package init(_ name: String, _ arguments: KeyValuePairs<String, String> = [:]) {
            self.name = name
            self.arguments = arguments.map { Argument(name: $0.key, signature: $0.value) }
        }
    }

    /// A property with the signature of its values.
    package struct Property: Sendable {
        /// `Powered`.
        package let name: String
        /// `b`.
        package let signature: String
        /// Whether clients may set it.
        package let isWritable: Bool

        /// A property that clients read; and set, if they may.
        package init(_ name: String, _ signature: String, isWritable: Bool = false) {
            self.name = name
            self.signature = signature
            self.isWritable = isWritable
        }
    }

    /// One argument of a call, a reply or a signal.
    package struct Argument: Sendable {
        /// For people; empty if it has none.
        package let name: String
        /// Its type.
        package let signature: String
    }

    func property(_ name: String) -> Property? { properties.first { $0.name == name } }
}

/// One interface at one path of an ``ObjectServer``.
package protocol BusObject: AnyObject {
    /// The description against which calls are checked; constant.
    var interface: InterfaceDescription { get }

    /// Answers a call of a method of the interface, now or later; its arguments have the types that
    /// the interface declares.
    func call(_ method: String, _ call: IncomingCall)

    /// A property's value; nil if it is not there now.
    func get(_ property: String) -> Value?

    /// Sets a property that clients may set to a value of its type, and answers now or later; nil is
    /// success.
    func set(_ property: String, _ value: Value, _ answer: @escaping (DBusError?) -> Void)
}

extension BusObject {
    /// The default for interfaces without methods: a call is refused.
    package func call(_ method: String, _ call: IncomingCall) { call.fail(.unknownMethod(call)) }

    /// For interfaces without properties.
    package func get(_ property: String) -> Value? { nil }

    /// For interfaces without properties that clients may set.
    package func set(
        _ property: String, _ value: Value, _ answer: @escaping (DBusError?) -> Void
    ) { answer(.readOnly(property)) }
}
