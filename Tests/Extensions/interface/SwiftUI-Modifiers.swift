import Foundation
import SwiftUI
import WidgetKit

//# SwiftUI: modifiers

//| `privacySensitive(_:)` | works | hides the label's text and symbol while the panel is locked
@MainActor func modifiedPrivacySensitive() -> some View { bellLabel().privacySensitive() }

//| `tint(_:)` of a view | nothing | the template sets a control's colour
@MainActor func modifiedTint() -> some View { bellLabel().tint(.red) }

//| `disabled(_:)` of a view | nothing | the template enables or disables a control
@MainActor func modifiedDisabled() -> some View { bellLabel().disabled(true) }

//| `font(_:)` and `Font` | nothing | a panel draws no views
@MainActor func modifiedFont() -> some View { bellLabel().font(.system(size: 12, weight: .bold, design: .rounded)) }

//| `fontWeight(_:)` | nothing | a panel draws no views
@MainActor func modifiedFontWeight() -> some View { bellLabel().fontWeight(.semibold) }

//| `fontDesign(_:)` | nothing | a panel draws no views
@MainActor func modifiedFontDesign() -> some View { bellLabel().fontDesign(.monospaced) }

//| `bold(_:)` | nothing | a panel draws no views
@MainActor func modifiedBold() -> some View { bellLabel().bold() }

//| `italic(_:)` | nothing | a panel draws no views
@MainActor func modifiedItalic() -> some View { bellLabel().italic() }

//| `monospacedDigit()` | nothing | a panel draws no views
@MainActor func modifiedMonospacedDigit() -> some View { bellLabel().monospacedDigit() }

//| `lineLimit(_:)` | nothing | a panel draws no views
@MainActor func modifiedLineLimit() -> some View { bellLabel().lineLimit(1) }

//| `minimumScaleFactor(_:)` | nothing | a panel draws no views
@MainActor func modifiedMinimumScaleFactor() -> some View { bellLabel().minimumScaleFactor(0.5) }

//| `multilineTextAlignment(_:)` | nothing | a panel draws no views
@MainActor func modifiedMultilineTextAlignment() -> some View { bellLabel().multilineTextAlignment(.center) }

//| `imageScale(_:)` | nothing | a panel draws no views
@MainActor func modifiedImageScale() -> some View { bellLabel().imageScale(.large) }

//| `foregroundStyle(_:)` | nothing | the template's `tint(_:)` sets a control's colour
@MainActor func modifiedForegroundStyle() -> some View { bellLabel().foregroundStyle(.secondary) }

//| `foregroundStyle(_:_:)` | nothing | the template's `tint(_:)` sets a control's colour
@MainActor func modifiedForegroundStyleTwice() -> some View { bellLabel().foregroundStyle(.red, .blue) }

//| `foregroundColor(_:)` | nothing | the template's `tint(_:)` sets a control's colour
@MainActor func modifiedForegroundColor() -> some View { bellLabel().foregroundColor(.red) }

//| `background(_:)` | nothing | a panel draws no views
@MainActor func modifiedBackground() -> some View { bellLabel().background(.thinMaterial) }

//| `background()` | nothing | a panel draws no views
@MainActor func modifiedBackgroundPlain() -> some View { bellLabel().background() }

//| `invalidatableContent(_:)` | nothing | a panel shows stale values as such
@MainActor func modifiedInvalidatable() -> some View { bellLabel().invalidatableContent() }

//| `background(alignment:content:)` | nothing | a panel draws no views
@MainActor func modifiedBackgroundAlignment() -> some View { bellLabel().background(alignment: .top) { Color.red } }

//| `overlay(alignment:content:)` | nothing | a panel draws no views
@MainActor func modifiedOverlay() -> some View { bellLabel().overlay(alignment: .top) { Text("New") } }

//| `opacity(_:)` | nothing | a panel draws no views
@MainActor func modifiedOpacity() -> some View { bellLabel().opacity(0.5) }

//| `containerBackground(_:for:)` | nothing | a panel draws no views
@MainActor func modifiedContainerBackgroundFor() -> some View {
    bellLabel().containerBackground(.fill.tertiary, for: .widget)
}

//| `containerBackground(for:alignment:content:)` | nothing | a panel draws no views
@MainActor func modifiedContainerBackgroundByView() -> some View {
    bellLabel().containerBackground(for: .widget) { Color.black }
}

//| `padding(_:)` | nothing | a panel draws no views
@MainActor func modifiedPadding() -> some View { bellLabel().padding(4) }

//| `padding(_:_:)` | nothing | a panel draws no views
@MainActor func modifiedPaddingOfEdges() -> some View { bellLabel().padding(.horizontal, 4) }

//| `frame(width:height:alignment:)` | nothing | a panel draws no views
@MainActor func modifiedFrameWidth() -> some View { bellLabel().frame(width: 20, height: 20) }

//| `frame(minWidth:idealWidth:maxWidth:minHeight:idealHeight:maxHeight:alignment:)` | nothing | a panel draws no views
@MainActor func modifiedFrameMinWidth() -> some View { bellLabel().frame(maxWidth: .infinity, alignment: .leading) }

//| `aspectRatio(_:contentMode:)` | nothing | a panel draws no views
@MainActor func modifiedAspectRatio() -> some View { bellLabel().aspectRatio(contentMode: .fit) }

//| `scaledToFit()` | nothing | a panel draws no views
@MainActor func modifiedScaledToFit() -> some View { bellLabel().scaledToFit() }

//| `scaledToFill()` | nothing | a panel draws no views
@MainActor func modifiedScaledToFill() -> some View { bellLabel().scaledToFill() }

//| `cornerRadius(_:)` | nothing | a panel draws no views
@MainActor func modifiedCornerRadius() -> some View { bellLabel().cornerRadius(4) }

//| `clipShape(_:)` | nothing | a panel draws no views
@MainActor func modifiedClipShape() -> some View { bellLabel().clipShape(Circle()) }

//| `background(_:in:)` | nothing | a panel draws no views
@MainActor func modifiedBackgroundInShape() -> some View { bellLabel().background(.red, in: Capsule()) }

//| `rotationEffect(_:)` and `Angle` | nothing | a panel draws no views
@MainActor func modifiedRotationEffect() -> some View { bellLabel().rotationEffect(.degrees(90)) }

//| `widgetURL(_:)` | nothing | a control opens an address by `OpenURLIntent`
@MainActor func modifiedWidgetURL() -> some View { bellLabel().widgetURL(URL(string: "https://example.org")) }

//| `widgetAccentable(_:)` | nothing | a panel draws no views
@MainActor func modifiedWidgetAccentable() -> some View { bellLabel().widgetAccentable() }

//| `activityBackgroundTint(_:)` | nothing | a panel draws no views
@MainActor func modifiedActivityBackgroundTint() -> some View { bellLabel().activityBackgroundTint(.red) }

//| `activitySystemActionForegroundColor(_:)` | nothing | a panel draws no views
@MainActor func modifiedActivitySystemActionForegroundColor() -> some View {
    bellLabel().activitySystemActionForegroundColor(.red)
}

//| `accessibilityLabel(_:)` | nothing | a page reads the control's title
@MainActor func modifiedAccessibilityLabel() -> some View { bellLabel().accessibilityLabel("Bell") }

//| `accessibilityValue(_:)` | nothing | a page reads the control's value
@MainActor func modifiedAccessibilityValue() -> some View { bellLabel().accessibilityValue("Off") }

//| `accessibilityHint(_:)` | nothing | a page reads the control's hint
@MainActor func modifiedAccessibilityHint() -> some View { bellLabel().accessibilityHint("Rings the bell") }

//| `accessibilityHidden(_:)` | nothing | a panel draws no views
@MainActor func modifiedAccessibilityHidden() -> some View { bellLabel().accessibilityHidden(true) }

//| `accessibilityIdentifier(_:)` | nothing | a panel draws no views
@MainActor func modifiedAccessibilityIdentifier() -> some View { bellLabel().accessibilityIdentifier("bell") }

//| `accessibilityElement(children:)` | nothing | a panel draws no views
@MainActor func modifiedAccessibilityElement() -> some View { bellLabel().accessibilityElement(children: .combine) }

//| `symbolEffect(_:options:isActive:)` | nothing | a panel draws no views
@MainActor func modifiedSymbolEffectOptions() -> some View { bellLabel().symbolEffect(.pulse, isActive: true) }

//| `symbolEffect(_:options:value:)` | nothing | a panel draws no views
@MainActor func modifiedSymbolEffectOptionsByValue() -> some View { bellLabel().symbolEffect(.bounce, value: 1) }

//| `symbolEffectsRemoved(_:)` | nothing | a panel draws no views
@MainActor func modifiedSymbolEffectsRemoved() -> some View { bellLabel().symbolEffectsRemoved() }

//| `symbolRenderingMode(_:)` | nothing | a panel draws no views
@MainActor func modifiedSymbolRenderingMode() -> some View { bellLabel().symbolRenderingMode(.hierarchical) }

//| `symbolVariant(_:)` | nothing | name the form itself: `bell.fill`
@MainActor func modifiedSymbolVariant() -> some View { bellLabel().symbolVariant(.fill) }

//| `contentTransition(_:)` | nothing | a panel draws no views
@MainActor func modifiedContentTransition() -> some View { bellLabel().contentTransition(.numericText()) }

//| `labelStyle(_:)` | nothing | a control has its title and its symbol
@MainActor func modifiedLabelStyle() -> some View { bellLabel().labelStyle(.iconOnly) }
//| `Image.resizable()` | nothing | a panel draws no views
func resizableImage() -> Image { Image(systemName: "bell").resizable() }

//| `ShapeStyle` | nothing | a panel draws no views
@MainActor func styled(_ style: some ShapeStyle) -> some View { bellLabel().foregroundStyle(style) }

//| `Color.gradient` | works | the colour itself: lights show no gradients
func gradientOfColor() -> some ShapeStyle { Color.red.gradient }
