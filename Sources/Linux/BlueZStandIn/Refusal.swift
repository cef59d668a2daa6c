import DBus

/// bluetoothd 5.66's errors for failed calls of adapters, devices and managers.
enum Refusal {
    static let notReady = error("NotReady", "Resource Not Ready")
    static let inProgress = error("InProgress", "In Progress")
    static let busy = error("InProgress", "Operation already in progress")
    static let doesNotExist = error("DoesNotExist", "Does Not Exist")
    static let alreadyExists = error("AlreadyExists", "Already Exists")
    static let invalidArguments = error("InvalidArguments", "Invalid arguments in method call")
    static let notSupported = error("NotSupported", "Operation is not supported")
    static let tooManyAdvertisements = error(
        "NotPermitted", "Maximum advertisements reached")
    static let noDiscovery = failed("No discovery started")
    static let notPowered = failed("Not Powered")
    static let authenticationFailed = error("AuthenticationFailed", "Authentication Failed")
    static let authenticationCanceled = error("AuthenticationCanceled", "Authentication Canceled")
    /// A connection that was cancelled by `Disconnect` or the end of the link.
    static let connectionCanceled = failed("br-connection-canceled")
    /// A connection that timed out.
    static let connectionAborted = failed("le-connection-abort-by-local")
    /// A profile of a Low Energy-only device: connecting over the other transport fails.
    static let noProfiles = failed("br-connection-sdp-search")

    static func failed(_ text: String) -> DBusError { error("Failed", text) }

    private static func error(_ name: String, _ text: String) -> DBusError {
        DBusError("org.bluez.Error." + name, text)
    }
}
