import SwiftUI
import WidgetKit

@main
struct Measures: WidgetBundle {
    var body: some Widget {
        LengthControl()
        TemperatureControl()
        SystemControl()
    }
}

enum MeasuresKind {
    static let length = "org.example.measures.length"
    static let temperature = "org.example.measures.temperature"
    static let system = "org.example.measures.system"
}
