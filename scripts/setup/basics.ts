import { NOBODYS_MAIL, type Settings } from '../deploy/settings.ts';
import type { Terminal } from './answers.ts';
import type { SetupOptions } from './options.ts';

interface Config extends Pick<Settings, 'vars'> {
  routes?: readonly unknown[];
}

/** Returns how to read a variable of wrangler.toml; an empty text stands for one that is not there. */
export const variableOf =
  ({ vars }: Config) =>
  (name: string): string => {
    const value = vars[name];
    return typeof value === 'string' ? value : '';
  };

/** Asks who may sign up. Unless somebody decides otherwise, nobody may whom the operator does not know. */
const readSignUp = async (terminal: Terminal | null): Promise<string> =>
  (await terminal?.ask(
    'Who may make an account: open (everybody), invited (with your invitation), closed (only you)',
    'closed',
  )) ?? 'closed';

/** The settings that every installation decides: by an option, or else, at the first run, on the terminal. */
export async function basics(options: SetupOptions, config: Config, terminal: Terminal | null) {
  const { retentionMonths } = options;
  const current = variableOf(config);
  // Until somebody has entered this address, nobody has been asked.
  const first = NOBODYS_MAIL.test(current('SUPPORT_EMAIL')) ? terminal : null;
  const domain =
    options.domain ??
    (config.routes?.length
      ? undefined
      : await first?.ask('The domain, as headroom.example.com; empty for workers.dev'));
  const supportEmail = options.supportEmail ?? (await first?.ask('The address that people may write to for help'));
  const signUp = options.signUp ?? (current('SIGN_UP') === '' ? await readSignUp(terminal) : undefined);
  const wanted = {
    SIGN_UP: signUp,
    SUPPORT_EMAIL: supportEmail,
    RETENTION_MONTHS: retentionMonths,
    JURISDICTION: options.jurisdiction,
  };
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(wanted)) {
    if (value && value !== current(name)) variables[name] = value;
  }
  return { domain: domain || undefined, variables };
}
