/// What a transaction's body wants: keep what it did, or undo it and still give the caller an answer.
enum TransactionEnd<T> {
    case commit(T)
    case rollback(T)
}
