import AttitudeStream
import Motion

/// A wireframe cube in text: each character holds two by four dots (Unicode's Braille patterns).
struct CubeDrawing {
    /// Characters.
    let columns: Int
    let rows: Int
    private var dots: [UInt8]

    /// The six bits of the left and the right column, from top to bottom.
    private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    /// Of half the edge.
    private static let distance = 5.0
    private static let corners = (0..<8).map { index in
        Vector3(index & 1 == 0 ? -1 : 1, index & 2 == 0 ? -1 : 1, index & 4 == 0 ? -1 : 1)
    }

    /// The cube as a viewer of the stream turns it: by x, then y, then z, seen along -z.
    init(_ attitude: Attitude, columns: Int, rows: Int) {
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
        dots = [UInt8](repeating: 0, count: self.columns * self.rows)
        let euler = attitude.eulerAngles
        let turn =
            Quaternion(angle: euler.x, axis: .xAxis) * Quaternion(angle: euler.y, axis: .yAxis)
            * Quaternion(angle: euler.z, axis: .zAxis)
        func draw(_ a: Vector3, _ b: Vector3) {
            line(from: place(turn.rotate(a)), to: place(turn.rotate(b)))
        }
        for (index, corner) in Self.corners.enumerated() {
            for bit in [1, 2, 4] where index & bit == 0 { draw(corner, Self.corners[index | bit]) }
        }
        // The front has a mark: an arrow up.
        draw(Vector3(0, -0.6, 1), Vector3(0, 0.6, 1))
        draw(Vector3(-0.4, 0.2, 1), Vector3(0, 0.6, 1))
        draw(Vector3(0.4, 0.2, 1), Vector3(0, 0.6, 1))
    }

    /// One string a row, all of the same width.
    var lines: [String] {
        (0..<rows).map { row in
            var line = ""
            for dots in dots[row * columns..<(row + 1) * columns] {
                line.unicodeScalars.append(Unicode.Scalar(0x2800 + UInt32(dots)) ?? " ")
            }
            return line
        }
    }

    /// In dots, from the upper left corner; y grows downwards.
    private func place(_ point: Vector3) -> (x: Double, y: Double) {
        let (width, height) = (Double(2 * columns), Double(4 * rows))
        // Any attitude fits: no corner is farther out than √3.
        let scale = 0.5 * min(width, height) / 1.75
        let depth = (Self.distance - 1.75) / (Self.distance - point.z)
        return (0.5 * width + point.x * scale * depth, 0.5 * height - point.y * scale * depth)
    }

    private mutating func line(from a: (x: Double, y: Double), to b: (x: Double, y: Double)) {
        let steps = max(1, Int(max(abs(b.x - a.x), abs(b.y - a.y)).rounded(.up)))
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            set(Int(a.x + (b.x - a.x) * share), Int(a.y + (b.y - a.y) * share))
        }
    }

    private mutating func set(_ x: Int, _ y: Int) {
        guard x >= 0, y >= 0, x < 2 * columns, y < 4 * rows else { return }
        dots[y / 4 * columns + x / 2] |= Self.bits[x % 2][y % 4]
    }
}
