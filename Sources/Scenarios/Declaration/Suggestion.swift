/// Finds the known word that the user probably meant.
package enum Suggestion {
    /// The nearest known word, if it is near enough to be a typing error.
    package static func nearest(to word: String, in known: [String]) -> String? {
        let allowed = max(1, min(3, word.count / 3))
        var best: (distance: Int, word: String)?
        for candidate in known {
            let distance = editDistance(word.lowercased(), candidate.lowercased())
            if distance <= allowed, distance < best?.distance ?? .max {
                best = (distance, candidate)
            }
        }
        return best?.word
    }

    /// `did you mean `model`? The keys are: name, model, …`.
    package static func fix(_ word: String, known: [String], what: String) -> String {
        guard !known.isEmpty else { return "" }
        let list = "the \(what) are: " + known.joined(separator: ", ")
        guard let nearest = nearest(to: word, in: known) else { return list }
        return "did you mean `\(nearest)`? " + list
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours that turn one word
    /// into the other (optimal string alignment). Long words count as unrelated.
    static func editDistance(_ a: String, _ b: String) -> Int {
        let a = Array(a.unicodeScalars), b = Array(b.unicodeScalars)
        guard a.count <= 64, b.count <= 64 else { return .max }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var row = [i + 1]
            for (j, y) in b.enumerated() {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (x == y ? 0 : 1))
                if i > 0, j > 0, x == b[j - 1], a[i - 1] == y {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
