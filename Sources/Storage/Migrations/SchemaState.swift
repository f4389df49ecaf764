/// How the database's schema compares with the migrations of this program.
public enum SchemaState: Sendable, Equatable {
    /// Exactly ours.
    case current(version: Int)
    /// Nothing has been migrated, or less than we need.
    case behind(applied: Int, needed: Int)
    /// A newer program has migrated further; this one must not touch it.
    case newer(applied: Int, known: Int)
    /// A file that was applied has been edited since.
    case changed(version: Int)
}
