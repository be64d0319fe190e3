/** A mail as plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends a mail. Rejects if the provider does not accept it. */
export type SendMail = (mail: Mail) => Promise<void>;
