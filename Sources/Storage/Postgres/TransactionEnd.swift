/// What a transaction's body wants: keep what it did, or undo it and still give the caller an answer.
enum TransactionEnd<T> {
    case commit(T)
    /// Keeps it after these statements, which travel with COMMIT. An error of one of them undoes everything.
    case commitAfter([BoundStatement], T)
    case rollback(T)
}
