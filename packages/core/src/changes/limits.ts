/** Bulk changes of a project that may run at the same time. */
export const MAX_OPEN_CHANGES = 5;

/** Records that a selection may name one by one, and that it may leave out. */
export const MAX_IDS = 10_000;

/** Refused records that are kept with their reasons. All of them are counted. */
export const MAX_REFUSED_KEPT = 100_000;
