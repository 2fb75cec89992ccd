import Controls
import Testing

/// Declarations from files of widgets that have no effect on a panel.
@Suite @MainActor
struct WidgetFileTests {
    @Test("C20 a donation has no effect")
    func donations() async throws {
        func donateAtOnce() -> Set<IntentDonationIdentifier> {
            [
                Ring().donate(), Ring().donate(result: .result()), IntentDonationManager.shared.donate(intent: Ring()),
            ]
        }
        #expect(donateAtOnce().count == 1)
        let identifier = try await Ring().donate()
        try await IntentDonationManager.shared.donate(intent: Ring(), result: .result())
        let manager = IntentDonationManager.shared
        #expect(try await manager.deleteDonations(matching: .donationIdentifiers([identifier])).isEmpty)
        #expect(try await manager.deleteDonations(matching: .intentType(Ring.self)).isEmpty)
    }

    @Test("C1 a panel has no ordinary widgets, and a question about them is answered at once")
    func widgets() async throws {
        #expect(try await WidgetCenter.shared.currentConfigurations().isEmpty)
        let journal = Journal()
        WidgetCenter.shared.getCurrentConfigurations { result in
            journal.note("\((try? result.get())?.count ?? -1) widgets")
        }
        #expect(journal.entries == ["0 widgets"])
    }

    @Test("C7 shapes, backgrounds and hidden views around a label do not change its text and symbol")
    func shapes() throws {
        let bell = try evaluate { ControlWidgetButton(action: Ring()) { Badge() } }.snapshot()
        #expect((bell.title, bell.symbol) == ("Bell", .system("bell")))
        #expect(bell.valueText == nil)
    }

    @Test("C7 a label shows the first of the views of which one fits")
    func fitting() throws {
        let lone = try evaluate {
            ControlWidgetButton(action: Ring()) { ViewThatFits(in: .horizontal) { Text("Bell") } }
        }.snapshot()
        #expect((lone.title, lone.valueText) == ("Bell", nil))
    }

    @Test("C7 a view's state changes by itself, and through a binding to a part of it")
    func state() {
        let size = State(wrappedValue: Size())
        size.wrappedValue.width = 2
        let height = size.projectedValue.height
        height.wrappedValue = 3
        #expect(size.wrappedValue == Size(width: 2, height: 3))
        #expect(height.projectedValue.wrappedValue == 3)
        let constant = Binding.constant(4)
        constant.wrappedValue = 5
        #expect(constant.wrappedValue == 4)
        #expect(State<Int?>().wrappedValue == nil)
    }

    @Test("C7 an angle is in degrees or radians")
    func angles() {
        var angle = Angle(degrees: 180)
        #expect((angle.radians - .pi).magnitude < 1e-9)
        angle.degrees = 90
        #expect((Angle.radians(.pi / 2).degrees - angle.degrees).magnitude < 1e-9)
        #expect(Angle() == .zero)
    }
}

private struct Size: Equatable {
    var width = 0
    var height = 0
}

private struct Badge: View {
    @State private var isRinging = false

    var body: some View {
        ZStack {
            AccessoryWidgetBackground()
            Circle().trim(from: 0, to: 0.5).stroke(style: StrokeStyle(lineWidth: 4, lineCap: .round))
                .rotationEffect(.degrees(-90))
            RoundedRectangle(cornerRadius: 8).fill(.red).frame(width: 20)
            Capsule().inset(by: 1).strokeBorder(.tertiary, lineWidth: 2)
            Ellipse().stroke(Color.blue, style: StrokeStyle(dash: [2, 4]))
            UnevenRoundedRectangle(topLeadingRadius: 4)
            ContainerRelativeShape()
            ViewThatFits {
                Label("Bell", systemImage: "bell")
                Text("B")
            }
            Knob(isOn: $isRinging)
        }
        .background(.blue, in: .capsule)
        .background(Rectangle().fill(.white))
        .clipShape(.rect(cornerRadius: 4))
        .overlay(Circle().stroke(.white))
    }
}

private struct Knob: View {
    @Binding var isOn: Bool

    var body: some View {
        isOn ? AnyView(Text("On")) : AnyView(erasing: EmptyView())
    }
}
