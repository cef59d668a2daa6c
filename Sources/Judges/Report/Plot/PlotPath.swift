/// The `d` of an SVG path in relative steps of a tenth of a pixel, the shortest form of a curve.
struct PlotPath {
    private(set) var bytes: [UInt8] = []
    private var x: Int64 = 0
    private var y: Int64 = 0
    private var isFirst = true

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func move(_ x: Double, _ y: Double) { step(x, y, UInt8(ascii: "m")) }
    mutating func line(_ x: Double, _ y: Double) { step(x, y, UInt8(ascii: "l")) }

    /// A dot: a line of zero length with round ends.
    mutating func dot(_ x: Double, _ y: Double) {
        move(x, y)
        bytes.append(contentsOf: "h0".utf8)
    }

    private mutating func step(_ newX: Double, _ newY: Double, _ command: UInt8) {
        let (toX, toY) = (Int64((newX * 10).rounded()), Int64((newY * 10).rounded()))
        if command == UInt8(ascii: "l"), toX == x, toY == y { return }
        bytes.append(isFirst ? UInt8(ascii: "M") : command)
        append(toX - x)
        if toY >= y { bytes.append(UInt8(ascii: ",")) }
        append(toY - y)
        (x, y) = (toX, toY)
        isFirst = false
    }

    private mutating func append(_ tenths: Int64) {
        if tenths < 0 { bytes.append(UInt8(ascii: "-")) }
        let magnitude = tenths.magnitude
        if magnitude >= 10 || magnitude == 0 {
            Digits.append(magnitude / 10, minimumDigits: 1, to: &bytes)
        }
        guard !magnitude.isMultiple(of: 10) else { return }
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt8(ascii: "0") + UInt8(magnitude % 10))
    }
}
