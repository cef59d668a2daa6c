import Foundation
import Motion

/// One trial of the BROAD benchmark (Laidig, Caruso, Cereatti and Seel, Data 6(7):72, 2021) at 100 Hz:
/// what an inertial sensor measured, and its attitude as cameras saw it.
struct BROADTrial {
    /// As in the data: `01_undisturbed_slow_rotation_A`.
    let name: String
    /// Rows of acceleration (m/s²), rate (°/s), field (µT), quaternion (sensor to earth) and 1 while
    /// the sensor moves.
    private let rows: [Float]
    private static let width = 14

    /// Where the folder with the trials is: `BROAD_DATA`, or beside the repository.
    static var folder: String {
        ProcessInfo.processInfo.environment["BROAD_DATA"] ?? "../shared/data/broad"
    }

    /// All trials of the folder, by name.
    static func all() throws -> [Self] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".f32") }
            .map { name in
                let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
                let numbers = data.count / 4
                return Self(
                    name: String(name.dropLast(4)),
                    rows: data.withUnsafeBytes { bytes in
                        (0..<numbers).map {
                            Float(
                                bitPattern: UInt32(
                                    littleEndian: bytes.loadUnaligned(
                                        fromByteOffset: 4 * $0, as: UInt32.self)))
                        }
                    })
            }
    }

    var count: Int { rows.count / Self.width }
    /// Another board or magnet moves with the sensor, or is near it.
    var isDisturbed: Bool { !name.contains("undisturbed") }

    private func vector(_ row: Int, _ column: Int) -> Vector3 {
        let first = row * Self.width + column
        return Vector3(Double(rows[first]), Double(rows[first + 1]), Double(rows[first + 2]))
    }
    /// In g.
    func force(_ row: Int) -> Vector3 { vector(row, 0) * (1 / 9.80665) }
    /// In °/s.
    func rate(_ row: Int) -> Vector3 { vector(row, 3) }
    /// In µT.
    func field(_ row: Int) -> Vector3 { vector(row, 6) }
    /// Nil where the cameras did not see the sensor.
    func attitude(_ row: Int) -> Quaternion? {
        let first = row * Self.width + 9
        guard rows[first].isFinite else { return nil }
        return Quaternion(
            Double(rows[first]), Double(rows[first + 1]), Double(rows[first + 2]),
            Double(rows[first + 3]))
    }
    func isMoving(_ row: Int) -> Bool { rows[row * Self.width + 13] > 0.5 }
}
