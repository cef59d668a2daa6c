/// UUIDs of the cap's Nordic UART service, as text (protocol, triki 1.3).
package enum CapUUID {
    /// The service.
    package static let service = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
    /// What a host writes goes here.
    package static let receive = "6E400002-B5A3-F393-E0A9-E50E24DCCA9E"
    /// What a cap sends comes from here.
    package static let transmit = "6E400003-B5A3-F393-E0A9-E50E24DCCA9E"
    /// The light.
    package static let light = "6E400004-B5A3-F393-E0A9-E50E24DCCA9E"
}
