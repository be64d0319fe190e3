/** SQLite's name for a disk or a quota without room (sqlite.org/rescode.html#full); rooms end their messages with it. */
const FULL = 'SQLITE_FULL';

/** The runtime's words for a failure that it does not explain; local D1's are all such. */
const UNEXPLAINED = 'internal error; reference = ';

/** Whether something could not be written because the storage has no room left. */
export const isStorageFull = (error: unknown): boolean => says(FULL, error);

/** Whether the runtime keeps to itself why something failed. */
export const isUnexplained = (error: unknown): boolean => says(UNEXPLAINED, error);

const says = (words: string, error: unknown): boolean =>
  error instanceof Error && (error.message.includes(words) || says(words, error.cause));
