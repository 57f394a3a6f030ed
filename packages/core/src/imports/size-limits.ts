/** Imports of a project that may wait or run at the same time. */
export const MAX_OPEN_IMPORTS = 5;

/** Largest file as it is sent, and unpacked; in bytes. */
export const MAX_FILE_BYTES = 2 * 1024 ** 3;
export const MAX_UNPACKED_BYTES = 8 * 1024 ** 3;
/** Largest row, in bytes. */
export const MAX_ROW_BYTES = 1024 ** 2;
/** Largest row of a file of refused rows, in bytes. */
export const MAX_REFUSED_ROW_BYTES = 4 * 1024 ** 2;
export const MAX_COLUMNS = 1_000;
/** Line ends of a cell that a missing quote may have caused. */
export const MAX_CELL_LINE_ENDS = 200;
