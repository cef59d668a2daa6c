/// Finds the cap's button in notifications (protocol, triki-motion 3.4).
public struct ButtonDetector: Sendable {
    private let rule: ButtonRule
    private var isPressed = false
    /// Whether a press waits to be consumed; further presses merge with it.
    public private(set) var isClickPending = false
    /// Byte 1 of the newest notification that began with the header.
    public private(set) var lastSeenButtonByte: UInt8 = 0

    /// A detector that has seen nothing: a first notification with the button down is a press.
    public init(_ version: VeltoVersion = .seed) { rule = version.traits.button }

    /// Takes a notification and says whether the button went down in it.
    @discardableResult
    public mutating func process(_ packet: [UInt8]) -> Bool {
        guard packet.count >= 2 else { return false }
        let hasHeader = packet[0] == 0x22
        if hasHeader { lastSeenButtonByte = packet[1] }
        var isEdge = false
        switch rule {
        case .firstByteIsOne:
            guard hasHeader else { return false }
            isEdge = note(packet[1] == 1)
        case .anyHeader:
            Self.scan(packet) { value in
                if note(value != 0) { isEdge = true }
            }
        }
        if isEdge { isClickPending = true }
        return isEdge
    }

    /// Hands over the pending click.
    public mutating func consumeClick() -> Bool {
        defer { isClickPending = false }
        return isClickPending
    }

    /// Registers a click that another parser found.
    mutating func latch() { isClickPending = true }

    /// As new.
    public mutating func reset() {
        isPressed = false
        isClickPending = false
        lastSeenButtonByte = 0
    }

    /// Discards a press that was not read; the level is kept.
    public mutating func discardClick() { isClickPending = false }

    private mutating func note(_ pressed: Bool) -> Bool {
        defer { isPressed = pressed }
        return pressed && !isPressed
    }

    /// The byte after every header byte; a hit is two bytes long.
    @inline(__always)
    static func scan(_ packet: [UInt8], _ body: (UInt8) -> Void) {
        let bytes = packet.span
        var at = 0
        while at + 1 < bytes.count {
            if bytes[at] == 0x22 {
                body(bytes[at + 1])
                at += 2
            } else {
                at += 1
            }
        }
    }
}
