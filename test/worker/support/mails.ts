import { vi } from 'vitest';
import { createClient } from './client';

const ORIGIN = 'https://headroom.example';
/** An installation that writes its mails to the log. */
export const MAILS_TO_CONSOLE = { MAIL_TO_CONSOLE: 'true', PUBLIC_ORIGIN: ORIGIN } as const;

export interface WrittenMail {
  to: string;
  subject: string;
  text: string;
}

/** The mails that the worker writes to the log while `work` runs, and nothing else that it logs. */
export async function mailsDuring(work: () => Promise<unknown>): Promise<WrittenMail[]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await work();
    return log.mock.calls.flatMap(([line]) => {
      const [, to, subject, text] = /^Mail to (\S+)\n(.+)\n\n([\s\S]+)$/.exec(String(line)) ?? [];
      return to !== undefined && subject !== undefined && text !== undefined ? [{ to, subject, text }] : [];
    });
  } finally {
    log.mockRestore();
  }
}

export const linkIn = ({ text }: WrittenMail): string => /https:\S+/.exec(text)?.[0] ?? '';

/** The token of a reset link, as its page would send it. */
export async function askForToken(email: string): Promise<string> {
  const guest = createClient({ variables: MAILS_TO_CONSOLE });
  const [mail] = await mailsDuring(() => guest.post('/api/auth/forgot-password', { email }));
  return mail ? new URL(linkIn(mail)).hash.slice(1) : '';
}
