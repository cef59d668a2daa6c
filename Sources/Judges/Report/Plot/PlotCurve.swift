/// One axis of one series as points, thinned to what a column of pixels can show.
struct PlotCurve {
    /// A point in pixels; not finite where there is no value.
    typealias Point = (x: Double, y: Double)

    /// A curve through the points. Where more than two of them share a column, the lowest and the
    /// highest stand for all, so that no peak is lost.
    ///
    /// - Parameters:
    ///   - column: width of a column in pixels.
    ///   - isBroken: whether samples are missing between the point of this index and the one before.
    static func line(
        count: Int, column: Double, point: (Int) -> Point, isBroken: (Int) -> Bool
    ) -> PlotPath {
        var path = PlotPath()
        var penIsUp = true
        var open: Column?
        func close(_ column: Column?, _ path: inout PlotPath, _ penIsUp: inout Bool) {
            for point in column?.points ?? [] {
                if penIsUp { path.move(point.x, point.y) } else { path.line(point.x, point.y) }
                penIsUp = false
            }
            // A single point would be invisible.
            if let column, column.isLone, column.startsPath, let point = column.points.first {
                path.line(point.x + 0.5, point.y)
            }
        }
        for i in 0..<count {
            let point = point(i)
            let number = (point.x / column).rounded(.down)
            let breaks = !point.y.isFinite || isBroken(i)
            if breaks || open?.number != number {
                close(open, &path, &penIsUp)
                open = nil
            }
            if breaks { penIsUp = true }
            guard point.y.isFinite else { continue }
            if open == nil {
                open = Column(number: number, first: point, startsPath: penIsUp)
            } else {
                open?.add(point)
            }
        }
        close(open, &path, &penIsUp)
        return path
    }

    static func dots(count: Int, point: (Int) -> Point) -> PlotPath {
        var path = PlotPath()
        for i in 0..<count {
            let point = point(i)
            if point.y.isFinite { path.dot(point.x, point.y) }
        }
        return path
    }

    /// The points of the current column.
    private struct Column {
        let number: Double
        let startsPath: Bool
        private var first: Point
        private var last: Point
        private var top: Point
        private var bottom: Point
        private var count = 1

        init(number: Double, first: Point, startsPath: Bool) {
            self.number = number
            self.startsPath = startsPath
            (self.first, last, top, bottom) = (first, first, first, first)
        }

        mutating func add(_ point: Point) {
            count += 1
            last = point
            if point.y < top.y { top = point }
            if point.y > bottom.y { bottom = point }
        }

        var isLone: Bool { count == 1 }

        var points: [Point] {
            switch count {
            case 1: [first]
            case 2: [first, last]
            default: top.x <= bottom.x ? [top, bottom] : [bottom, top]
            }
        }
    }
}
