import type { Failure } from '../rpc/contract';

/** A mail as plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The provider answered, but did not accept the mail. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** Returns how a mail failed; null if there is no error. */
export function mailFailureOf(error: unknown): Failure | null {
  if (error === null) return null;
  return error instanceof MailRefusedError ? 'refused' : 'unreachable';
}

/** Sends a mail. Rejects if the provider does not accept it. */
export type SendMail = (mail: Mail) => Promise<void>;
