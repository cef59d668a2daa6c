/// The findings so far, in the order of their first occurrence.
final class FindingLog {
    private(set) var findings: [Finding] = []
    private var places: [String: Int] = [:]

    func add(_ finding: Finding) {
        let key = finding.key
        if let place = places[key] {
            findings[place].count += 1
            findings[place].last = finding.last
        } else {
            places[key] = findings.count
            findings.append(finding)
        }
    }
}
