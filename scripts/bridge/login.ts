import { createHash, randomBytes } from 'node:crypto';

export interface Credentials {
  user: string;
  password: string;
}

/** What an answer with status 401 asks for, with its parameters in lower case. */
interface Challenge {
  scheme: 'basic' | 'digest';
  parameters: ReadonlyMap<string, string>;
}

/** The hashes of RFC 7616 that Node and cameras have, best first. */
const HASHES = new Map([
  ['sha-256', 'sha256'],
  ['md5', 'md5'],
]);

const PARAMETERS = String.raw`(?:\s*,?\s*[\w-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s,"]+))*`;
const CHALLENGE = new RegExp(String.raw`\b(basic|digest)\b(${PARAMETERS})`, 'gi');
const PARAMETER = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g;

/** Reads the header WWW-Authenticate, which can have several challenges. */
function readChallenges(header: string): Challenge[] {
  return [...header.matchAll(CHALLENGE)].map(([, scheme = '', list = '']) => ({
    scheme: scheme.toLowerCase() === 'basic' ? 'basic' : 'digest',
    parameters: new Map(
      [...list.matchAll(PARAMETER)].map(([, name = '', quoted, plain = '']) => [
        name.toLowerCase(),
        quoted?.replaceAll(/\\(.)/g, '$1') ?? plain,
      ]),
    ),
  }));
}

/** The algorithm of a digest, as the challenge names it; MD5 if it names none. */
const algorithmOf = ({ parameters }: Challenge): string => parameters.get('algorithm') ?? 'MD5';

/** Returns the best challenge that can be answered: a digest, by the order of HASHES, then Basic. */
function choose(challenges: readonly Challenge[]): Challenge | undefined {
  const digests = challenges.filter(({ scheme }) => scheme === 'digest');
  for (const name of HASHES.keys()) {
    const found = digests.find((one) => algorithmOf(one).toLowerCase() === name);
    if (found !== undefined) return found;
  }
  return challenges.find(({ scheme }) => scheme === 'basic');
}

const quote = (text: string): string => `"${text.replaceAll(/(["\\])/g, String.raw`\$1`)}"`;

/**
 * Logs in to a camera by HTTP Digest (RFC 7616, with qop=auth or none) or Basic (RFC 7617), whichever it asks for. It
 * remembers the last challenge, so that a call needs no second one as long as the camera accepts the nonce.
 */
export class Login {
  private readonly credentials: Credentials;
  private readonly newCnonce: () => string;
  private challenge: Challenge | undefined;
  /** How often the nonce was used. */
  private uses = 0;

  /** @param newCnonce replaced by tests alone */
  constructor(credentials: Credentials, newCnonce = () => randomBytes(16).toString('hex')) {
    this.credentials = credentials;
    this.newCnonce = newCnonce;
  }

  /** Takes the challenge of an answer with status 401. Returns false if it has none that can be answered. */
  take(header: string): boolean {
    this.challenge = choose(readChallenges(header));
    this.uses = 0;
    return this.challenge !== undefined;
  }

  /** The header Authorization for the next call; undefined before the first challenge. */
  header(method: string, url: URL): string | undefined {
    const { challenge, credentials } = this;
    if (challenge === undefined) return undefined;
    if (challenge.scheme === 'digest') return this.digest(challenge, method, url.pathname + url.search);
    return `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;
  }

  private digest(challenge: Challenge, method: string, uri: string): string {
    const { user, password } = this.credentials;
    const { parameters } = challenge;
    const [realm, nonce] = [parameters.get('realm') ?? '', parameters.get('nonce') ?? ''];
    const algorithm = algorithmOf(challenge);
    const hash = (text: string) =>
      createHash(HASHES.get(algorithm.toLowerCase()) ?? 'md5')
        .update(text)
        .digest('hex');
    const hasQop = (parameters.get('qop') ?? '').split(/\s*,\s*/).includes('auth');
    this.uses += 1;
    const nc = this.uses.toString(16).padStart(8, '0');
    const cnonce = this.newCnonce();
    const middle = hasQop ? [nonce, nc, cnonce, 'auth'] : [nonce];
    const response = hash([hash(`${user}:${realm}:${password}`), ...middle, hash(`${method}:${uri}`)].join(':'));
    const opaque = parameters.get('opaque');
    const fields = [
      `username=${quote(user)}`,
      `realm=${quote(realm)}`,
      `nonce=${quote(nonce)}`,
      `uri=${quote(uri)}`,
      `response=${quote(response)}`,
      `algorithm=${algorithm}`,
      ...(hasQop ? ['qop=auth', `nc=${nc}`, `cnonce=${quote(cnonce)}`] : []),
      ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ];
    return `Digest ${fields.join(', ')}`;
  }
}
