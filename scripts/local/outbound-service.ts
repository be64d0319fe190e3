import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { isPublicAddress } from '../../src/http/outbound/public-address.ts';

/**
 * Sends the worker's calls on this machine. A call to an address that a user has entered connects only to the public
 * internet: the address is checked again at the moment of the connection, and the connection goes to the checked address.
 * So a name that first resolves to a public address and then to a private one (DNS rebinding) leads nowhere.
 */

/** The variables with which the operator names servers. Those may be on this machine. */
const OPERATORS_OWN = ['STRIPE_API_BASE', 'MAIL_API_URL', 'SENTRY_DSN', 'ALARM_WEBHOOK_URL', 'HEARTBEAT_URL'];

const originOf = (text: string): string[] => (URL.canParse(text) ? [new URL(text).origin] : []);

/** Returns the origins that the operator has configured, and those of tests. */
export function trustedOrigins(variables: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  const tests = (variables['OUTBOUND_TEST_HOSTS'] ?? '').split(',').map((pair) => pair.split('=')[1] ?? '');
  return new Set([...OPERATORS_OWN.map((name) => variables[name] ?? ''), ...tests].flatMap(originOf));
}

type Lookup = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

const refusal = (): Error => new PrivateAddressError('The address is not on the public internet');

/** Resolves a name for a connection; fails if one of its addresses is not public. */
const publicLookup =
  (lookup: Lookup): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) return callback(error ?? refusal(), []);
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(refusal(), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });

/** Headers about the connection to the worker, and those that Node sets itself. */
const OWN_HEADERS = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'accept-encoding']);

const isPassedOn = (name: string): boolean => !OWN_HEADERS.has(name) && !/^(?:cf|mf)-/.test(name);

/** A body that is read as fast as the worker reads it. */
export function streamOf(answer: Readable): ReadableStream<Uint8Array> {
  const chunks = answer[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void answer.destroy(),
  });
}

/** Every call of the worker has ended by itself before: src/http/outbound, src/mail, src/monitor and Stripe wait 10 s at most. */
const CONNECTION_MAX_MS = 15_000;

export interface OutboundServiceOptions {
  trusted: ReadonlySet<string>;
  /** After this time a connection is closed, whatever it does: Miniflare does not say when the worker has given up. */
  connectionMaxMs?: number;
  /** Tests pass their own. */
  lookup?: Lookup;
}

/**
 * Returns the function that sends one request. Redirects are not followed here.
 * @throws {Error} there was no connection, or it would have led to a private address
 */
export const outboundService =
  ({ trusted, lookup = systemLookup, connectionMaxMs = CONNECTION_MAX_MS }: OutboundServiceOptions) =>
  async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const isTrusted = trusted.has(url.origin);
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
    // A connection to an IP address resolves no name.
    if (!isTrusted && /^[\d.]+$|:/.test(literal) && !isPublicAddress(literal)) throw refusal();
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const headers = Object.fromEntries([...request.headers].filter(([name]) => isPassedOn(name)));
      const options = isTrusted ? {} : { lookup: publicLookup(lookup) };
      const outgoing = send(url, { method: request.method, headers, agent: false, ...options }, resolve);
      const late = setTimeout(() => outgoing.destroy(new Error('The call took too long')), connectionMaxMs);
      outgoing.on('error', reject).on('close', () => clearTimeout(late));
      outgoing.end(body);
    });
    const { statusCode: status = 502, statusMessage: statusText = '' } = answer;
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headersDistinct)) {
      if (isPassedOn(name)) for (const one of value ?? []) headers.append(name, one);
    }
    const isEmpty = status === 204 || status === 304 || request.method === 'HEAD';
    if (isEmpty) answer.resume();
    return new Response(isEmpty ? null : streamOf(answer), { status, statusText, headers });
  };
