import process from 'node:process';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Installation } from './installation.ts';

/** The environments of wrangler.toml. */
export const ENVIRONMENTS: readonly string[] = ['staging', 'production'];

/** What an error says, with its causes and without its stack: `fetch` says why only in its cause. */
export const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${textOf(error.cause)})`;
};

/** What helps against a connection's failure, by the beginning of its code (nodejs.org/api/errors.html). */
const ADVICE: readonly (readonly [code: RegExp, text: string])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)/, 'This machine’s DNS does not know the name.'],
  [/^ECONNREFUSED/, 'Nothing listens there.'],
  [
    /SELF_SIGNED|UNABLE_TO_|_ISSUER/,
    'This machine does not trust the certificate: NODE_EXTRA_CA_CERTS=ca.pem names its authority.',
  ],
  [/^CERT_HAS_EXPIRED/, 'The certificate has expired.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID/, 'The certificate is for another name.'],
];

/** Says in words why a call got no answer. */
export function connectionTrouble(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const advice = ADVICE.find(([known]) => known.test(code))?.[1];
  return [textOf(cause) || code, advice].filter(Boolean).join('. ');
}

/** Ends the command with code 1 and this text. */
export function fail(text: string): never {
  process.stderr.write(`${text.trimEnd()}\n`);
  process.exit(1);
}

/**
 * Reads the command line. With `--help` it prints the usage and ends the command; if the command line is wrong, it ends
 * the command with the reason and the usage.
 */
export function readCommandLine<const Config extends ParseArgsConfig>(config: Config, usage: string) {
  if (process.argv.includes('--help')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    return fail(`${textOf(error)}\n${usage}`);
  }
}

/** The installation at `url`, for the operator's calls. Their token is OPERATOR_TOKEN; without it the command ends. */
export function operatedInstallation(url: string, usage: string): Installation {
  const token = process.env.OPERATOR_TOKEN;
  if (!token) return fail(`OPERATOR_TOKEN is not set.\n${usage}`);
  return { url, token, fetch, wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };
}

/** Ends the command if this is no environment of wrangler.toml. */
export function requireEnvironment(name: string, usage: string): void {
  if (!ENVIRONMENTS.includes(name)) fail(`Which environment?\n${usage}`);
}
