import DBus

/// What bluetoothd 5.66 says to those who cannot register something.
enum RegistrationRefusal {
    static let invalidArguments = error("InvalidArguments", "Invalid arguments in method call")
    static let alreadyExists = error("AlreadyExists", "Already Exists")
    static let doesNotExist = error("DoesNotExist", "Does Not Exist")
    static let tooMany = error("NotPermitted", "Maximum advertisements reached")

    static func failed(_ text: String) -> DBusError { error("Failed", text) }

    private static func error(_ name: String, _ text: String) -> DBusError {
        DBusError("org.bluez.Error." + name, text)
    }
}
