import Bluetooth
import Central
import Declaration
import Peripheral
import ScriptedClient

package struct HeardAdvertisement: CountJudgement {
    package var name: String?
    package var manufacturer: BytePattern?
    package var count = Count()

    package static let keys = Keys(Self(), "advertisement") { keys in
        keys.about = "Advertisements of the board that a scanning client received."
        keys.optional(\.name, "name", otherwise: "any", "The local name.")
        keys.optional(
            \.manufacturer, "manufacturer", otherwise: "any",
            "The manufacturer data, company identifier first as on the air: `\"4C 00 02 15 ..\"`.")
        Count.declare(&keys, \.count, "advertisements and scan responses")
    }

    var words: String { "\(count) advertisements" }
    var isOfClient: Bool { true }

    func watch(_ judge: any JudgeContext) -> Bool {
        judge.client?.onAdvertisement.append { [unowned judge] report in
            if report.address == judge.device.address, fits(report) { judge.matches += 1 }
        }
        return true
    }

    private func fits(_ report: ScanReport) -> Bool {
        if let name, report.name != name { return false }
        guard let manufacturer else { return true }
        guard let (company, data) = report.advertisingData.manufacturer else { return false }
        return manufacturer.matches(
            [UInt8(truncatingIfNeeded: company), UInt8(company >> 8)] + data)
    }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        judge.judge(count, judge.matches, "advertisements")
    }
}
