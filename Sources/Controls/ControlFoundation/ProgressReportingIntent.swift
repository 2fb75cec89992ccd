public import Controls
public import Foundation
import Synchronization

/// An intent that tells how much of it is done. The surfaces show the percentage as the control's value text while the
/// intent performs.
public protocol ProgressReportingIntent: AppIntent {}

extension ProgressReportingIntent {
    /// The progress of the running performance. Outside of `perform()`, each call gives a new object without a reader.
    ///
    /// The panel sees changes of `completedUnitCount` and `totalUnitCount` of this object. Changes of child objects
    /// show with its next own change: Foundation on Linux has no observation of values.
    public var progress: Progress {
        guard let context = _PerformanceContext.current else { return Progress.discreteProgress(totalUnitCount: 0) }
        let object = context.progressObject.get { ReportingProgress(report: context.progress) }
        return object as? Progress ?? Progress.discreteProgress(totalUnitCount: 0)
    }
}

/// A progress that reports each whole percent.
private final class ReportingProgress: Progress, @unchecked Sendable {
    private let report: @Sendable (Double) -> Void
    private let reported = Mutex(-1)

    init(report: @escaping @Sendable (Double) -> Void) {
        self.report = report
        super.init(parent: nil)
    }

    override var completedUnitCount: Int64 { didSet { changed() } }

    override var totalUnitCount: Int64 { didSet { changed() } }

    private func changed() {
        // Without a total, nothing is known of the part.
        guard totalUnitCount > 0 else { return }
        let completed = min(max(fractionCompleted, 0), 1)
        let percent = Int(completed * 100)
        let isNew = reported.withLock { reported in
            defer { reported = percent }
            return reported != percent
        }
        if isNew { report(completed) }
    }
}
