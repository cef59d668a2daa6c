import Bluetooth
import Device

/// The host's end of a board's USB cable: a serial line.
package protocol USBPort: AnyObject {
    /// Queues bytes for the host; false, and nothing is queued, while it does not read.
    func send(_ bytes: [UInt8]) -> Bool
}

/// A cable that is plugged in, and whether a host uses it.
struct USBCable {
    let port: any USBPort
    var framer = USBFramer()
    /// From the first packet of a host to its end: the board has one host at a time.
    var isOpen = false
}

extension MetaWearBoard {
    /// Whether a host is connected, by Bluetooth or USB.
    package var hasHost: Bool { connection != nil || isUSBOpen }

    /// Lets a host communicate over USB as over Bluetooth; false if the board has no USB data
    /// lines.
    package func attachUSB(_ port: any USBPort) -> Bool {
        guard profile.hasUSB else { return false }
        cable = USBCable(port: port)
        return true
    }

    /// The host closed the port, which ends the connection like the end of a link.
    package func usbClosed() {
        cable?.framer.reset()
        endUSB()
    }

    /// The host reads again: queued packets are sent.
    package func usbReadyToSend() { if isUSBOpen { drainOutbox() } }

    /// Bytes from the host, in any parts.
    package func receiveUSB(_ bytes: [UInt8]) {
        for message in cable?.framer.take(bytes) ?? [] {
            switch message {
            case .identify: identify()
            case .packet(let packet): performUSB(packet)
            case .noise(let count): trace("ignored: \(count) bytes on USB outside a frame")
            }
        }
    }

    /// Manufacturer, model, model number, hardware, firmware, serial number (protocol, core 14).
    private func identify() {
        guard isRunning else { return trace("ignored: nothing runs that could identify itself") }
        let model = profile.name.filter { $0 != " " }
        let fields = [
            profile.manufacturer, model, profile.modelNumber, profile.hardwareRevision,
            firmwareRevision, serialNumber,
        ]
        if cable?.port.send(Array("\(fields.joined(separator: " "))\n".utf8)) != true {
            trace("dropped: no buffer is free for the identification")
        }
    }

    private func performUSB(_ packet: [UInt8]) {
        guard isRunning else { return refuseUSB(packet) }
        if !isUSBOpen {
            guard connection == nil else {
                return trace("ignored: a central is connected already")
            }
            trace("USB host")
            cable?.isOpen = true
            isListening = true
            tell(.connected(nil))
            stopAdvertising()
            supply?.settle()
        }
        performForHost(packet)
    }

    private func refuseUSB(_ packet: [UInt8]) {
        tell(.command(packet, .host))
        ignore(
            metaBoot != nil ? .bootloader : isPoweredDown ? .poweredDown : .resetting,
            "no application runs for USB")
        tell(.commandEnded)
    }

    /// `FE 06`, or the port was closed.
    func endUSB() {
        guard isUSBOpen else { return }
        trace("USB host gone")
        tell(.disconnected(.remoteUserTerminated))
        hostLeft()
    }

    /// Whether the application has booted.
    private var isRunning: Bool { isBooted && metaBoot == nil && !isPoweredDown }
}
