import Declaration
import ScriptedClient
import Wire
import YAML

package struct ReadValue: JudgementKind {
    package static let key = "read"
    package static let example = "read: {temperature: {channel: 1}, between: [21 degC, 23 degC]}"

    var target: any ReadableValue = ReadTarget.common
    package var between: [AnyQuantity] = []
    package var number: Int?
    package var atLeast: Int?
    package var atMost: Int?
    package var bytes: BytePattern?

    package static let keys = Keys(Self(), "value read") { keys in
        keys.about = "The last value that the client read."
        keys.exactlyOne(\.target, of: ReadTarget.cases)
        keys.list(
            \.between, "between", count: 0...2, otherwise: "not checked",
            "The smallest and largest value allowed, with units.")
        keys.optional(
            \.number, "number", otherwise: "not checked", "The exact value, if it has no unit.")
        keys.optional(
            \.atLeast, "at-least", otherwise: "not checked",
            "The smallest value allowed, if it has no unit.")
        keys.optional(
            \.atMost, "at-most", otherwise: "not checked",
            "The largest value allowed, if it has no unit.")
        keys.optional(
            \.bytes, "bytes", otherwise: "not checked",
            "The whole answer, for values that are bytes.")
    }

    package mutating func check(_ reader: Declaration.Reader, at mark: Mark) {
        if let dimension = target.dimension {
            guard between.count == 2 else {
                reader.fail(
                    "a smallest and a largest value are needed", at: mark,
                    fix: "add `between: [\(dimension.example), \(dimension.example)]`")
                return
            }
            for bound in between { bound.require(dimension, for: "this value", reader) }
            if between[0].value > between[1].value {
                reader.fail(
                    "\(between[0].text) is greater than \(between[1].text)",
                    at: between[0].mark, fix: "swap them")
            }
        } else if let bound = between.first {
            reader.fail(
                "this value has no unit", at: bound.mark,
                fix: "write `number: 1` instead of `between`")
        } else if target.isRegister, bytes == nil {
            reader.fail("no expected answer is given", at: mark, fix: "add `bytes: \"11 8c ..\"`")
        } else if bytes == nil, number == nil, atLeast == nil, atMost == nil {
            reader.fail("no expected value is given", at: mark, fix: "add `number: 1`")
        }
    }

    var words: String { "value read" }
    var isOfClient: Bool { true }
    var ability: Ability? { target.isOnCaps ? nil : .registers }

    func find(_ judge: any JudgeContext) -> Expectation.Finding {
        guard let record = judge.client?.lastRead(of: target, from: judge.board) else {
            return Expectation.Finding(holds: false, isFinal: false, detail: "nothing was read")
        }
        var holds = true
        var detail = "\(Decimal.text(record.value))"
        if between.count == 2 {
            holds = record.value >= between[0].value && record.value <= between[1].value
            detail += ", wanted \(between[0].text) to \(between[1].text)"
        }
        if let number {
            holds = holds && record.value == Double(number)
            detail += ", wanted \(number)"
        }
        if let least = atLeast.map(Double.init) {
            holds = holds && record.value >= least
            detail += ", wanted at least \(Decimal.text(least))"
        }
        if let most = atMost.map(Double.init) {
            holds = holds && record.value <= most
            detail += ", wanted at most \(Decimal.text(most))"
        }
        if let bytes {
            holds = holds && bytes.matches(record.packet)
            detail = "\(Hex.text(record.packet)), wanted \(bytes.text)"
        }
        return Expectation.Finding(holds: holds, isFinal: holds, detail: detail)
    }
}
