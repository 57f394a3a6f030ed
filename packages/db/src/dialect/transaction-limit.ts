/** Milliseconds until a transaction is rolled back; lists of changes rely on it (`updatedSince`). */
export const TRANSACTION_LIMIT_MS = 50_000;
