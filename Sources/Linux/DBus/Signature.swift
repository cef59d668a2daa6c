/// The letters of a type signature (D-Bus Specification, Type System).
enum Signature {
    /// The longest signature, and how deep arrays and structs may each be nested in one.
    static let longest = 255
    static let deepest = 32

    /// Whether it is a sequence of complete types.
    static func isValid(_ text: String) -> Bool {
        let letters = Array(text.utf8)
        guard letters.count <= longest else { return false }
        var index = 0
        while index < letters.count {
            guard let end = end(from: index, in: letters) else { return false }
            index = end
        }
        return true
    }

    /// Whether it is exactly one complete type, as a variant has.
    static func isSingle(_ letters: [UInt8]) -> Bool {
        letters.count <= longest && end(from: 0, in: letters) == letters.count
    }

    /// Where the complete type that begins at `start` ends; nil if none does.
    static func end(
        from start: Int, in letters: [UInt8], arrays: Int = 0, structs: Int = 0
    ) -> Int? {
        guard start < letters.count else { return nil }
        switch letters[start] {
        case UInt8(ascii: "a"):
            guard arrays < deepest, start + 1 < letters.count else { return nil }
            if letters[start + 1] == UInt8(ascii: "{") {
                return endOfEntry(from: start + 1, in: letters, arrays: arrays + 1, structs)
            }
            return end(from: start + 1, in: letters, arrays: arrays + 1, structs: structs)
        case UInt8(ascii: "("):
            guard structs < deepest else { return nil }
            var index = start + 1
            repeat {
                guard
                    let next = end(
                        from: index, in: letters, arrays: arrays, structs: structs + 1)
                else { return nil }
                index = next
            } while index < letters.count && letters[index] != UInt8(ascii: ")")
            return index < letters.count ? index + 1 : nil
        case UInt8(ascii: "v"): return start + 1
        case let letter: return isBasic(letter) ? start + 1 : nil
        }
    }

    /// An entry has a key of a basic type, and one value.
    private static func endOfEntry(
        from start: Int, in letters: [UInt8], arrays: Int, _ structs: Int
    ) -> Int? {
        guard structs < deepest, start + 1 < letters.count, isBasic(letters[start + 1]),
            let end = end(from: start + 2, in: letters, arrays: arrays, structs: structs + 1),
            end < letters.count, letters[end] == UInt8(ascii: "}")
        else { return nil }
        return end + 1
    }

    private static func isBasic(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "y"), UInt8(ascii: "b"), UInt8(ascii: "n"), UInt8(ascii: "q"),
            UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "t"),
            UInt8(ascii: "d"), UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"),
            UInt8(ascii: "h"):
            true
        default: false
        }
    }

    /// How many bytes a value of a type is aligned to, by the type's first letter.
    static func alignment(of letter: UInt8) -> Int {
        switch letter {
        case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
        case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("),
            UInt8(ascii: "{"):
            8
        default: 4
        }
    }
}
