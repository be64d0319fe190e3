import type { Failure } from '../rpc/monitor-api';
import { oneLine } from '../shared/visible-text';

/** A mail as plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Further headers, as for a link that unsubscribes (RFC 8058). */
  headers?: Readonly<Record<string, string>>;
  /** The provider accepts one mail under this key, however often it is sent; without it, each mail has a key of its own. */
  key?: string;
}

/** The provider answered, but did not accept the mail. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';

  /** @param concernsAll whether the provider would refuse every mail; false if only this one, for its address perhaps */
  constructor(
    message: string,
    readonly concernsAll: boolean,
  ) {
    super(message);
  }
}

/**
 * Returns what a mail shows about the provider: how it fails, null if it works, or undefined if nothing. Anybody can
 * sign up with an address that the provider refuses.
 */
export function mailFailureOf(error: unknown): Failure | null | undefined {
  if (error === null) return null;
  if (!(error instanceof MailRefusedError)) return 'unreachable';
  return error.concernsAll ? 'refused' : undefined;
}

/** Sends a mail. Rejects if the provider does not accept it. */
export type SendMail = (mail: Mail) => Promise<void>;

/** A line break in any name that a subject contains would begin a header of its own. */
export const withOneLineSubjects =
  (send: SendMail): SendMail =>
  (mail) =>
    send({ ...mail, subject: oneLine(mail.subject) });
