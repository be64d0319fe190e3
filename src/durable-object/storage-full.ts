/**
 * SQLite's code for a disk or quota without space (sqlite.org/rescode.html#full). Messages of errors from rooms end
 * with it.
 */
const FULL = 'SQLITE_FULL';

/** The runtime's text for a failure that it does not explain. Every failure of a local D1 has this text. */
const UNEXPLAINED = 'internal error; reference = ';

/** Whether a write failed because the storage is full. */
export const isStorageFull = (error: unknown): boolean => says(FULL, error);

/** Whether the error is a failure that the runtime does not explain. */
export const isUnexplained = (error: unknown): boolean => says(UNEXPLAINED, error);

const says = (words: string, error: unknown): boolean =>
  error instanceof Error && (error.message.includes(words) || says(words, error.cause));
