/** A mail as plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mails. Rejects when the provider did not take one. */
export type SendMail = (mail: Mail) => Promise<void>;
