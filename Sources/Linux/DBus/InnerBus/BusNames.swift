/// Which texts are names (D-Bus Specification, Valid Names and Valid Object Paths), as libdbus decides it.
enum BusNames {
    private static let longest = 255

    /// Of a client of a bus, unique (`:1.42`) or well known (`org.bluez`).
    static func isName(_ text: String) -> Bool { isUnique(text) || isWellKnown(text) }

    /// Of a client of a bus, for it to take; or the beginning of one, of one element or more.
    static func isWellKnown(_ text: String, orPrefix: Bool = false) -> Bool {
        let elements = elements(of: text)
        return elements.count >= (orPrefix ? 1 : 2)
            && elements.allSatisfy { isElement($0, hyphens: true) }
    }

    /// Digits may begin an element, and libdbus asks for no dot.
    private static func isUnique(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: ":"), text.utf8.count <= longest else { return false }
        let elements = text.utf8.dropFirst().split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return elements.dropFirst().allSatisfy { !$0.isEmpty }
            && elements.allSatisfy { $0.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") } }
    }

    /// Of an interface or an error.
    static func isInterface(_ text: String) -> Bool {
        let elements = elements(of: text)
        return elements.count > 1 && elements.allSatisfy { isElement($0) }
    }

    /// Of a method or a signal.
    static func isMember(_ text: String) -> Bool {
        text.utf8.count <= longest && isElement(text.utf8[...])
    }

    /// Of an object.
    static func isPath(_ text: some Collection<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "/") else { return false }
        return text.count == 1
            || text.dropFirst().split(
                separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
            ).allSatisfy { !$0.isEmpty && $0.allSatisfy(isLetter) }
    }

    /// None if it is too long.
    private static func elements(of text: String) -> [Substring.UTF8View] {
        guard text.utf8.count <= longest else { return [] }
        return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    }

    private static func isElement(_ text: Substring.UTF8View, hyphens: Bool = false) -> Bool {
        guard let first = text.first, !isDigit(first) else { return false }
        return text.allSatisfy { isLetter($0) || (hyphens && $0 == UInt8(ascii: "-")) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "_"):
            true
        default: isDigit(byte)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
