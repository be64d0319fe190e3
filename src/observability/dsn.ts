/** The parts of a Sentry DSN (develop.sentry.dev/sdk/overview, "Parsing the DSN"). */
export interface Dsn {
  publicKey: string;
  host: string;
  projectId: string;
  /** The URL to which envelopes are posted. */
  envelopeUrl: string;
}

/** Reads a DSN; null if the text is not a valid DSN. */
export function readDsn(text: string): Dsn | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username: publicKey, host, pathname } = new URL(text);
  const [, path = '', projectId = ''] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || publicKey === '' || host === '' || projectId === '') return null;
  return { publicKey, host, projectId, envelopeUrl: `${protocol}//${host}${path}/api/${projectId}/envelope/` };
}
