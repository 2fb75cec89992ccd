// Schemas tell Siri what an intent, an entity or an enumeration of an app means. A panel has no assistant: the compiler checks
// that a schema's domain exists, and the attribute becomes nothing.

/// A schema of Apple's, such as `.photos.openAsset`. Any name within a domain compiles.
///
/// The domains are those of `AppSchemaIntent`, `AppSchemaEntity` and `AppSchemaEnum` in Apple's documentation of App Intents,
/// up to iOS 27.
@dynamicMemberLookup
public struct AppSchema: Hashable, Sendable {
    /// Voice assistants that a person starts by a button.
    public static let assistant = AppSchema()
    /// Music, podcasts and other sound.
    public static let audio = AppSchema()
    public static let books = AppSchema()
    public static let browser = AppSchema()
    public static let calendar = AppSchema()
    public static let camera = AppSchema()
    /// Clocks, timers and alarms.
    public static let clock = AppSchema()
    public static let files = AppSchema()
    /// Journals and their entries.
    public static let journal = AppSchema()
    public static let mail = AppSchema()
    public static let maps = AppSchema()
    public static let messages = AppSchema()
    public static let notes = AppSchema()
    public static let phone = AppSchema()
    /// Photos, videos and albums.
    public static let photos = AppSchema()
    public static let presentation = AppSchema()
    public static let reader = AppSchema()
    public static let reminders = AppSchema()
    public static let spreadsheet = AppSchema()
    /// Searches and other actions of every app.
    public static let system = AppSchema()
    /// Searches by a picture.
    public static let visualIntelligence = AppSchema()
    public static let whiteboard = AppSchema()
    public static let wordProcessor = AppSchema()

    public subscript(dynamicMember name: String) -> AppSchema { self }
}

/// Tells Siri what an intent does. It has no effect: the source itself declares `AppIntent` and `title`.
@attached(peer)
public macro AppIntent(schema: AppSchema) = #externalMacro(module: "InertMacro", type: "InertMacro")

/// Tells Siri what an entity is. It has no effect: the source itself declares `AppEntity` and what that asks.
@attached(peer)
public macro AppEntity(schema: AppSchema) = #externalMacro(module: "InertMacro", type: "InertMacro")

/// Tells Siri what an enumeration is. It has no effect: the source itself declares `AppEnum` and what that asks.
@attached(peer)
public macro AppEnum(schema: AppSchema) = #externalMacro(module: "InertMacro", type: "InertMacro")

/// ``AppIntent(schema:)`` by its first name.
@attached(peer)
public macro AssistantIntent(schema: AppSchema) = #externalMacro(module: "InertMacro", type: "InertMacro")

/// ``AppEntity(schema:)`` by its first name.
@attached(peer)
public macro AssistantEntity(schema: AppSchema) = #externalMacro(module: "InertMacro", type: "InertMacro")

/// ``AppEnum(schema:)`` by its first name.
@attached(peer)
public macro AssistantEnum(schema: AppSchema) = #externalMacro(module: "InertMacro", type: "InertMacro")
