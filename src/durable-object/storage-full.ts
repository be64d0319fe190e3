/** SQLite's name for a disk or a quota without space (sqlite.org/rescode.html#full); errors from rooms end with it. */
const FULL = 'SQLITE_FULL';

/** The runtime's text for a failure that it does not explain; all failures of a local D1 are like that. */
const UNEXPLAINED = 'internal error; reference = ';

/** Whether a write failed because the storage is full. */
export const isStorageFull = (error: unknown): boolean => says(FULL, error);

/** Whether the runtime does not explain the failure. */
export const isUnexplained = (error: unknown): boolean => says(UNEXPLAINED, error);

const says = (words: string, error: unknown): boolean =>
  error instanceof Error && (error.message.includes(words) || says(words, error.cause));
