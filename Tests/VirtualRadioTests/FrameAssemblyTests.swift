import Bluetooth
import Testing

@testable import VirtualRadio

struct FrameAssemblyTests {
    @Test(arguments: [
        ([[2, 0, 4, 0, 9, 8]], true), ([[2, 0, 4, 0], [9, 8]], true),
        ([[2], [0, 4], [0, 9], [8]], true),
        ([[2, 0, 4, 0, 9]], false), ([[2, 0, 4, 0, 9, 8, 7]], false), ([[], [2, 0, 4, 0]], false),
    ])
    func `parts become the frame that the header announces`(
        _ parts: [[UInt8]], _ isWhole: Bool
    ) {
        var assembly = FrameAssembly()
        for (index, part) in parts.enumerated() { assembly.add(part.span, isStart: index == 0) }
        #expect((assembly.frame == [2, 0, 4, 0, 9, 8]) == isWhole)
    }

    @Test func `a new start drops what was not finished, and nothing grows without end`() {
        var assembly = FrameAssembly()
        assembly.add([9, 0, 4, 0, 1].span, isStart: true)
        assembly.add([1, 0, 6, 0, 5].span, isStart: true)
        #expect(assembly.frame == [1, 0, 6, 0, 5])
        #expect(assembly.channel == 6)
        var endless = FrameAssembly()
        endless.add([0xFF, 0xFF, 4, 0].span, isStart: true)
        for _ in 0..<1_000 { endless.add([UInt8](repeating: 0, count: 251).span, isStart: false) }
        #expect(endless.frame == nil)
    }
}
