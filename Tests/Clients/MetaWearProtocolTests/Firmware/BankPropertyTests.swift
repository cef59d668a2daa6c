import Testing
import Wire

@testable import MetaWearBoard
@testable import MetaWearProtocol

/// Banks of a BMI270's features, which the register table keeps as bytes: read by the firmware's own layouts.
@Suite struct BankPropertyTests {
    @Test func `a BMI270 reads every field of a bank as it was meant (sensors 5.5)`() throws {
        func words<L: Layout>(_ layout: L.Type, _ packet: Packet, bank: UInt8) -> String {
            #expect(packet.registerByte == 0x08 && packet.payload.first == bank)
            return L.words(Array(packet.payload.dropFirst()))
        }
        var draw = Draw("bank fields")
        for _ in 0..<60 {
            let (duration, threshold): (UInt16, UInt16) = (
                draw.number(0...8191), draw.number(0...2047)
            )
            let axes = (draw.flag(), draw.flag(), draw.flag())
            let bits = (axes.0 ? 1 : 0) | (axes.1 ? 2 : 0) | (axes.2 ? 4 : 0)
            let noMotion = try MWAccelerometerBMI270Features.ConfigureNoMotion(
                duration: duration, threshold: threshold, selectX: axes.0, selectY: axes.1,
                selectZ: axes.2)
            #expect(
                words(FeatureBanks.Slope.self, noMotion.packet, bank: 2)
                    == "duration \(duration), axes \(bits), threshold \(threshold), output 0")

            let anyMotion = MWAccelerometerBosch.ConfigureAnyMotion(
                chip: .bmi270, count: draw.number(1...100), thresholdG: Float(draw.real(0, 0.98)))
            let steps = Int(anyMotion.thresholdG / 0.00048)
            #expect(
                words(FeatureBanks.Slope.self, anyMotion.packet, bank: 1)
                    == "duration \(anyMotion.count), axes 7, threshold \(steps), output 7")

            var remap = BMI270Bank.AxisRemap()
            (remap.x, remap.y, remap.z) = draw.one(of: [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
            (remap.isXNegative, remap.isYNegative) = (draw.flag(), draw.flag())
            remap.isZNegative = draw.flag()
            #expect(
                words(FeatureBanks.AxisRemap.self, remap.packet, bank: 0)
                    == "x from \(remap.x), x negative \(remap.isXNegative ? 1 : 0), y from "
                    + "\(remap.y), y negative \(remap.isYNegative ? 1 : 0), z from \(remap.z), z "
                    + "negative \(remap.isZNegative ? 1 : 0)")

            let counter = MWAccelerometerBMI270Steps.ConfigureStepCounter(
                trigger: draw.number(1...1023), resets: draw.flag())
            #expect(
                words(FeatureBanks.StepCounterBank.self, counter.configuration, bank: 7)
                    == "parameter 25 3584, watermark \(counter.trigger), reset "
                    + "\(counter.resets ? 1 : 0), unused 0")

            let gesture = MWAccelerometerBMI270Features.ConfigureWristGesture(
                arm: draw.flag() ? .left : .right, peak: draw.any(), samples: draw.any(),
                duration: draw.any())
            let said = words(WristGesture.Bank.self, gesture.packet, bank: 8)
            #expect(
                said.hasPrefix("output 0, right arm \(gesture.arm == .right ? 1 : 0), enable 0"))
            #expect(said.contains("minimum flick peak \(gesture.peak)"))
            #expect(said.contains(" \(gesture.samples)") && said.hasSuffix(" \(gesture.duration)"))
        }
    }
}
