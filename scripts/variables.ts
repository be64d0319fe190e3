import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { parseEnv } from 'node:util';
import { isSetting, SETTINGS } from '../src/shared/settings.ts';
import { isLoopback } from './local/door/client.ts';

const names = Object.keys(SETTINGS).filter(isSetting);
export const SECRETS: readonly string[] = names.filter((name) => 'isSecret' in SETTINGS[name]);
/** `npm start` sets TRUSTED_PROXY by itself: its front door is the proxy that the worker trusts. */
const VARIABLES = names.filter((name) => !SECRETS.includes(name) && name !== 'TRUSTED_PROXY');

/**
 * Turns payments, mails, alarms and error reports off, for tests and the demo, whatever the machine's environment and .dev.vars
 * contain.
 */
export const ON_ITS_OWN = {
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  STRIPE_PUBLISHABLE_KEY: '',
  STRIPE_API_BASE: '',
  MAIL_API_KEY: '',
  ALARM_EMAIL: '',
  ALARM_WEBHOOK_URL: '',
  HEARTBEAT_URL: '',
  SENTRY_DSN: '',
  OPERATOR_TOKEN: '',
  EVIDENCE_KEY: '',
  PUSH_KEY: '',
  OUTBOUND_TEST_HOSTS: '',
  JURISDICTION: '',
  TRUSTED_PROXY: '',
  SIGN_UP: '',
};

const LIMITS = VARIABLES.filter((name) => name.startsWith('MAX_'));
/** Lifts the limits, for programs that send far more taps than a person, all in a few sessions. */
export const WITHOUT_LIMITS = Object.fromEntries(LIMITS.map((name) => [name, '1000000']));

/** Listening on these addresses means every address of this machine; no browser can open them. */
const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** Returns the origin at which a browser on this machine reaches a server that listens at `host`. */
export function localOrigin(host: string, port: string | number): string {
  const name = EVERY_ADDRESS.has(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Whether nobody on another machine reaches a server that listens at `host`. */
const isForThisMachine = (host: string, given: Given): boolean => isLoopback(host) && !given.TRUSTED_PROXY;

/** Returns what `npm start` says if others reach this server and nobody has decided who may sign up; null otherwise. */
export const undecidedSignUp = (host: string, given: Given): string | null =>
  given.SIGN_UP || isForThisMachine(host, given)
    ? null
    : 'Whoever reaches this server can make an account. SIGN_UP=open, invited or closed decides it (docs/settings.md).';

/**
 * Returns the addresses at which browsers reach a server that listens at `host`: the product's own, if it has one, and
 * those of this machine and its networks.
 */
export function addressesOf(host: string, port: string | number, publicOrigin: string | undefined): string[] {
  const networks = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const outer = networks.filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0);
  const isListened = ({ family }: { family: string }) => family === 'IPv4' || host === '::';
  const inNetworks = EVERY_ADDRESS.has(host) ? outer.filter(isListened).map(({ address }) => address) : [];
  const own = [host, ...inNetworks].map((one) => localOrigin(one, port));
  return [...new Set([...(publicOrigin ? [publicOrigin] : []), ...own])];
}

interface Binding {
  type: 'plain_text' | 'secret_text';
  value: string;
}

type Given = Readonly<Record<string, string | undefined>>;

const readFile = (path: string): Given => (existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {});

/**
 * Defaults for a local run: links in mails lead to this machine, and mails are printed unless a mail key is set. Where
 * others reach the server, no mail is printed: whoever has forgotten a password must not wait for one.
 */
const defaults = (origin: string, given: Given): Given => ({
  PUBLIC_ORIGIN: origin,
  ...(!given.MAIL_API_KEY && isForThisMachine(given.HOST ?? 'localhost', given) && { MAIL_TO_CONSOLE: 'true' }),
});

/** Returns what the environment or, after it, .dev.vars sets. An empty variable of the environment unsets the file's. */
export const localSettings = (environment: Given = process.env, path = '.dev.vars'): Given => ({
  ...readFile(path),
  ...environment,
});

/**
 * Returns the worker's variables that are set on this machine; wrangler.toml sets the others. A variable that is empty
 * counts as unset. `origin` is the server's local address.
 */
export function localBindings(
  origin: string,
  environment: Given = process.env,
  path = '.dev.vars',
): Record<string, Binding> {
  const set = localSettings(environment, path);
  const given = { ...defaults(origin, set), ...set };
  const bindings: Record<string, Binding> = {};
  for (const name of [...SECRETS, ...VARIABLES]) {
    const value = given[name];
    if (value) bindings[name] = { type: SECRETS.includes(name) ? 'secret_text' : 'plain_text', value };
  }
  return bindings;
}
