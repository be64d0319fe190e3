/** YYYY-MM-DD HH:mm UTC, for a mail to somebody whose time zone is not known. */
export const momentInUtc = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
