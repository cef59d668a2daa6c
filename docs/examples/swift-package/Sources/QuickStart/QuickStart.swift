import MetaWear

/// No board was found.
public struct NoBoard: Error, CustomStringConvertible {
    public var description: String { "no board advertises nearby" }
}

/// Finds a board, lights its LED, and streams its acceleration for two seconds.
///
/// - Returns: what it found, for a person.
@MainActor public func quickStart(_ scanner: MetaWearScanner) async throws -> String {
    scanner.startScan()
    try await Task.sleep(for: .seconds(5))
    scanner.stopScan()
    guard let device = scanner.discoveredDevices.values.first else { throw NoBoard() }

    try await device.connect()
    try await device.send(MWLED.SetPattern(color: .green, .flash))
    try await device.send(MWLED.Play())

    guard let sensor = await device.makeAccelerometer(odrHz: 50, rangeG: 4) else { throw NoBoard() }
    var count = 0
    var last = CartesianFloat(x: 0, y: 0, z: 0)
    for try await sample in try await device.startStream(sensor) {
        last = sample.value
        count += 1
        if count == 100 { break }
    }
    try await device.stopStreaming(sensor)
    try await device.send(MWLED.Stop(clearPattern: true))

    let model = await device.deviceInfo?.model.name ?? "a board"
    try await device.disconnect()
    return "\(model): \(count) samples, \(last.z > 0.5 ? "lying flat" : "held up")"
}
