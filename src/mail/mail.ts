/** A mail as plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The way to whoever delivers mails. Rejects when it was not taken. */
export type SendMail = (mail: Mail) => Promise<void>;
