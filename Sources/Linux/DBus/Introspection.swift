/// `org.freedesktop.DBus.Introspectable` of an object (D-Bus Specification, Standard Interfaces).
final class Introspectable: BusObject {
    static let name = "org.freedesktop.DBus.Introspectable"
    let interface = description
    private unowned let object: ExportedObject
    private weak var server: ObjectServer?

    init(of object: ExportedObject, in server: ObjectServer) {
        self.object = object
        self.server = server
    }

    private static let description = InterfaceDescription(
        name, methods: [.init("Introspect", out: ["xml": "s"])])

    func call(_ method: String, _ call: IncomingCall) {
        call.reply([.string(server?.introspection(of: object) ?? "")])
    }

    static func isMeant(by call: IncomingCall) -> Bool {
        call.interface == name && call.member == "Introspect"
    }
}

/// The format of D-Bus Specification, Introspection Data Format; white space as bluetoothd and
/// libdbus set it.
extension ObjectServer {
    static let head = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """

    func introspection(of object: ExportedObject) -> String {
        var text = Self.head + "<node>"
        for object in object.interfaces {
            text += object.interface.element
        }
        for child in children(of: object.path) { text += "<node name=\"\(child)\"/>" }
        return text + "</node>"
    }

    /// For a path without an object: the paths below it.
    func introspection(without path: String) -> String {
        var text = Self.head + "<node>\n"
        for child in children(of: path) { text += "  <node name=\"\(child)\"/>\n" }
        return text + "</node>\n"
    }
}

extension InterfaceDescription {
    /// Its element.
    var element: String { "<interface name=\"\(name)\">\(xml)</interface>" }

    private var xml: String {
        var text = ""
        for method in methods {
            text += "<method name=\"\(method.name)\">"
            for argument in method.inputs { text += argument.xml(direction: "in") }
            for argument in method.outputs { text += argument.xml(direction: "out") }
            if !method.hasReply {
                text +=
                    "<annotation name=\"org.freedesktop.DBus.Method.NoReply\" value=\"true\"/>"
            }
            text += "</method>"
        }
        for signal in signals {
            text += "<signal name=\"\(signal.name)\">"
            for argument in signal.arguments { text += argument.xml(direction: nil) }
            text += "</signal>\n"
        }
        for property in properties {
            text +=
                "<property name=\"\(property.name)\" type=\"\(property.signature)\""
                + " access=\"\(property.isWritable ? "readwrite" : "read")\"></property>"
        }
        return text
    }
}

extension InterfaceDescription.Argument {
    fileprivate func xml(direction: String?) -> String {
        let direction = direction.map { " direction=\"\($0)\"" } ?? ""
        let name = name.isEmpty ? "" : " name=\"\(name)\""
        return "<arg\(name) type=\"\(signature)\"\(direction)/>\n"
    }
}
