import Checkout
import MetaWearBoard
import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearProtocol

/// Every mode, range and output of the sensor fusion against the firmware.
@Suite struct FusionPropertyTests {
    /// The numbers in what the firmware says of a notification.
    private static func numbers(_ bench: BoardBench, _ packet: [UInt8]) -> [Double] {
        bench.board.words(packet, fromBoard: true).split { ", ".contains($0) }
            .compactMap { Double($0) }
    }

    /// What a host makes of a notification, in the unit of the wire.
    private static func values(_ output: FusionOutput, _ packet: [UInt8]) throws -> [Double] {
        func cartesian(_ v: CartesianFloat) -> [Double] {
            [v.x, v.y, v.z].map { Double($0) * Double(output.scale) }
        }
        func corrected(_ v: CorrectedCartesianFloat) -> [Double] {
            [v.x, v.y, v.z].map { Double($0) * Double(output.scale) } + [Double(v.accuracy)]
        }
        switch output {
        case .correctedAcceleration:
            return corrected(try MWSensorFusionCorrectedAcc().sample(from: packet))
        case .correctedRotation:
            return corrected(try MWSensorFusionCorrectedGyro().sample(from: packet))
        case .correctedMagneticField:
            return corrected(try MWSensorFusionCorrectedMag().sample(from: packet))
        case .quaternion:
            let q = try MWSensorFusionQuaternion().sample(from: packet)
            return [q.w, q.x, q.y, q.z].map { Double($0) }
        case .eulerAngles:
            let e = try MWSensorFusionEuler().sample(from: packet)
            return [e.heading, e.pitch, e.roll, e.yaw].map { Double($0) }
        case .gravity: return cartesian(try MWSensorFusionGravity().sample(from: packet))
        case .linearAcceleration:
            return cartesian(try MWSensorFusionLinearAcceleration().sample(from: packet))
        }
    }

    @Test(.slow, arguments: MWSensorFusionMode.allCases, MWSensorFusionChip.allCases)
    func `a fusion runs as configured, and its outputs read as they were sent (sensors 20)`(
        mode: MWSensorFusionMode, chip: MWSensorFusionChip
    ) throws {
        var draw = Draw("\(mode) \(chip)")
        for _ in 0..<4 {
            let bench = BoardBench(chip == .bmi270 ? .metaMotionS : .metaMotionR)
            bench.body.acceleration = Vector3(
                draw.real(-1, 1), draw.real(-1, 1), draw.real(0.2, 1))
            bench.body.rotation = Vector3(draw.real(-9, 9), draw.real(-9, 9), draw.real(-9, 9))
            let configuration = FusionConfiguration(
                mode: mode, accelerationRange: draw.one(), rotationRange: draw.one(), chip: chip)
            bench.write(MWMagnetometer().warmupPackets)
            bench.run(milliseconds: 200)
            bench.write(configuration.configurePackets())
            #expect(
                bench.words(configuration.configurePackets()[0])
                    == "sensor fusion mode: mode \(mode.rawValue), acceleration range "
                    + "\(configuration.accelerationRange.rawValue), rotation range "
                    + "\(configuration.rotationRange.rawValue + 1)")
            for output in FusionOutput.allCases {
                bench.write(.subscribe(.sensorFusion, output.register, true))
            }
            bench.write(configuration.enablePackets + configuration.startPackets(outputs: 0x7F))
            #expect(bench.refusals() == [])
            bench.run(milliseconds: 300)
            _ = bench.take()
            bench.run(milliseconds: 1000)
            let heard = bench.take().filter { $0[0] == 0x19 }
            for output in FusionOutput.allCases {
                let packets = heard.filter { $0[1] == output.register }
                let needs: MWModule? =
                    switch output {
                    case .correctedRotation, .linearAcceleration: .gyro
                    case .correctedMagneticField, .gravity: .magnetometer
                    default: .accelerometer
                    }
                let isGiven = needs.map { mode.sensors.contains($0) } ?? true
                #expect(
                    abs(packets.count - (isGiven ? Int(mode.rate) : 0)) <= 1, "\(output)")
                for packet in packets.prefix(5) {
                    let own = try Self.values(output, packet)
                    let said = Self.numbers(bench, packet)
                    #expect(own.count == said.count && packet.count == output.length + 2)
                    for (a, b) in zip(own, said) {
                        #expect(abs(a - b) <= max(1e-6, abs(b) * 1e-6), "\(output)")
                    }
                }
            }
            bench.write(configuration.stopPackets + configuration.disablePackets)
            _ = bench.take()
            bench.run(milliseconds: 300)
            #expect(bench.take().isEmpty)
        }
    }

    @Test func `one output is added to a fusion that runs, and taken away again (sensors 20.2)`() {
        let bench = BoardBench()
        let (first, second) = (
            MWSensorFusionQuaternion(mode: .imuPlus, chip: .bmi270),
            MWSensorFusionEuler(mode: .imuPlus, chip: .bmi270)
        )
        bench.write([first.subscribePacket(true), second.subscribePacket(true)])
        bench.write(first.configurePackets + first.enablePackets + first.startPackets)
        func outputs() -> Set<UInt8> {
            bench.run(milliseconds: 200)
            _ = bench.take()
            bench.run(milliseconds: 200)
            return Set(bench.take().map { $0[1] })
        }
        #expect(outputs() == [0x07])
        bench.write(second.addOutputPacket)
        #expect(outputs() == [0x07, 0x08])
        bench.write(first.removeOutputPacket)
        #expect(outputs() == [0x08])
        bench.write(MWSensorFusionClearEnabledMask())
        #expect(outputs() == [])
    }

    @Test func `calibrations come back as they were written (sensors 20)`() throws {
        let bench = BoardBench()
        var draw = Draw("calibration")
        for _ in 0..<20 {
            var blocks = (0..<3).map { _ in draw.bytes(10) }
            // Real firmware crashes on a magnetometer's block of a lower accuracy.
            for i in blocks.indices { blocks[i].replaceSubrange(8..., with: [3, 0]) }
            let data = try MWSensorFusionCalibrationData(
                acc: blocks[0], gyro: blocks[1], mag: blocks[2])
            bench.write(data.writePackets(for: .ndof))
            let answers = MWSensorFusionCalibrationData.readPackets.map {
                bench.ask($0).map { Array($0.dropFirst(2)) }
            }
            #expect(answers == blocks)
            #expect(bench.refusals() == [])
        }
        let state = MWSensorFusionCalibrationState()
        let answer = try #require(bench.ask(state.readPacket))
        #expect(
            try state.sample(from: answer)
                == MWSensorFusionCalibration(
                    accelerometer: answer[2], gyroscope: answer[3], magnetometer: answer[4]))
    }
}
