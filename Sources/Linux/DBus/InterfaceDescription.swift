/// What an interface consists of, for checks of calls and for introspection.
public struct InterfaceDescription: Sendable {
    /// `org.bluez.Device1`.
    public let name: String
    /// In the order of introspection.
    public let methods: [Method]
    /// In the order of introspection.
    public let signals: [Signal]
    /// In the order in which `GetAll` gives them.
    public let properties: [Property]

    /// An interface of these parts.
    public init(
        _ name: String, methods: [Method] = [], signals: [Signal] = [],
        properties: [Property] = []
    ) {
        self.name = name
        self.methods = methods
        self.signals = signals
        self.properties = properties
    }

    /// A method with its arguments, names to signatures, in their order.
    public struct Method: Sendable {
        /// `Connect`.
        public let name: String
        /// What a call has to bring.
        public let inputs: [Argument]
        /// What the reply brings.
        public let outputs: [Argument]
        /// Whether introspection says that no reply comes.
        public let hasReply: Bool
        /// The signatures of all inputs together.
        let signature: String

        /// A method of this name.
        public init(
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
    public struct Signal: Sendable {
        /// `PropertiesChanged`.
        public let name: String
        /// What it brings.
        public let arguments: [Argument]

        /// A signal of this name.
        public init(_ name: String, _ arguments: KeyValuePairs<String, String> = [:]) {
            self.name = name
            self.arguments = arguments.map { Argument(name: $0.key, signature: $0.value) }
        }
    }

    /// A property with the signature of its values.
    public struct Property: Sendable {
        /// `Powered`.
        public let name: String
        /// `b`.
        public let signature: String
        /// Whether clients may set it.
        public let isWritable: Bool

        /// A property that clients read; and set, if they may.
        public init(_ name: String, _ signature: String, isWritable: Bool = false) {
            self.name = name
            self.signature = signature
            self.isWritable = isWritable
        }
    }

    /// One argument of a call, a reply or a signal.
    public struct Argument: Sendable {
        /// For people.
        public let name: String
        /// Its type.
        public let signature: String
    }

    func property(_ name: String) -> Property? { properties.first { $0.name == name } }
}

/// One interface at one path of an ``ObjectServer``.
public protocol BusObject: AnyObject {
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
    public func call(_ method: String, _ call: IncomingCall) { call.fail(.unknownMethod(call)) }

    /// For interfaces without properties.
    public func get(_ property: String) -> Value? { nil }

    /// For interfaces without properties that clients may set.
    public func set(
        _ property: String, _ value: Value, _ answer: @escaping (DBusError?) -> Void
    ) { answer(.readOnly(property)) }
}
