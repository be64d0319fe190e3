import { resolve4, resolve6 } from 'node:dns/promises';
import { isPublicAddress } from './public-address';

/**
 * Calls to addresses that users have entered. They must not reach what only this server can reach: an address is checked
 * when it is saved and each time it is called, both as it is written and as it is resolved. A Worker cannot say to which
 * of the resolved addresses it connects: what happens between check and connection is the platform's part
 * (docs/security.md).
 */

/**
 * Why an address is refused. A host that does not exist is `not_public`, too: otherwise an answer would tell which names the
 * network of this installation knows.
 */
export type AddressFault = 'not_https' | 'port_refused' | 'not_public';

/** How a call ended. `answer` is its status; null if there was no answer in time. */
export type CallResult =
  | { type: 'answered'; status: number; retryAfterMs: number | undefined }
  | { type: 'failed'; reason: 'timeout' | 'no_answer' }
  | { type: 'refused'; fault: AddressFault };

export interface OutboundOptions {
  /**
   * Hosts of tests, each with the loopback origin that is called instead: `hook.test=http://127.0.0.1:8080`, with commas
   * between them. A deployment refuses the variable.
   */
  testHosts?: string | undefined;
  /** Returns all IP addresses of a host; rejects or returns none if there is no such host. */
  resolve?: (host: string) => Promise<string[]>;
  timeoutMs?: number;
}

export interface Outbound {
  /** Returns why the address must not be called; null if it may be. */
  check(address: string): Promise<AddressFault | null>;
  /** Checks the address and posts to it. Never follows a redirect, and never rejects. */
  post(address: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>): Promise<CallResult>;
}

/** The time for one call, in which its host is resolved, too. */
const TIMEOUT_MS = 10_000;
/** How much of an answer is read before the connection is given up. */
const ANSWER_MAX_BYTES = 512;

async function resolveAll(host: string): Promise<string[]> {
  const found = await Promise.allSettled([resolve4(host), resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

function readTestHosts(text = ''): ReadonlyMap<string, string> {
  const pairs = text.split(',').map((pair) => pair.trim().split('='));
  return new Map(pairs.flatMap(([host = '', origin = '']) => (host && URL.canParse(origin) ? [[host, origin]] : [])));
}

/** An IP address in a URL's host: in brackets, or four numbers. The URL parser has made every IPv4 notation this one. */
const LITERAL = /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+))$/;

/**
 * The ports that may be called, empty for 443: those that Cloudflare passes to a host for HTTPS
 * (developers.cloudflare.com/fundamentals/reference/network-ports). Others belong to mail, remote shells and databases.
 */
const HTTPS_PORTS: ReadonlySet<string> = new Set(['', '2053', '2083', '2087', '2096', '8443']);

function readAddress(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}

/** Reads the header in seconds or as a date (RFC 9110, section 10.2.3). */
function readRetryAfter(response: Response, now: number): number | undefined {
  const text = response.headers.get('retry-after') ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return ms > 0 ? ms : undefined;
}

/**
 * Reads the beginning of the answer, so that a short one leaves the connection usable. Its status counts, also if the rest
 * never arrives: otherwise the receiver would get the message again.
 */
async function readLittle(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    let bytes = 0;
    while (bytes < ANSWER_MAX_BYTES) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The answer broke off, or took too long.
  }
}

/** Rejects with the signal's reason when it is aborted before `work` is done. */
async function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

export function openOutbound({
  testHosts: hosts,
  resolve = resolveAll,
  timeoutMs = TIMEOUT_MS,
}: OutboundOptions): Outbound {
  const testHosts = readTestHosts(hosts);

  /** Rejects if the signal is aborted before the host is resolved. */
  async function faultOf(address: string, signal: AbortSignal): Promise<AddressFault | null> {
    const url = readAddress(address);
    if (url === null) return 'not_https';
    if (!HTTPS_PORTS.has(url.port)) return 'port_refused';
    if (testHosts.has(url.hostname)) return null;
    const [, six, four] = LITERAL.exec(url.hostname) ?? [];
    const literal = six ?? four;
    if (literal !== undefined) return isPublicAddress(literal) ? null : 'not_public';
    const resolving = resolve(url.hostname).catch(() => []);
    const resolved = await before(signal, resolving);
    return resolved.length > 0 && resolved.every(isPublicAddress) ? null : 'not_public';
  }

  /** The URL that is called: in tests, a host's loopback origin. */
  function target(address: string): string {
    const { hostname, pathname, search } = new URL(address);
    const origin = testHosts.get(hostname);
    return origin === undefined ? address : `${new URL(origin).origin}${pathname}${search}`;
  }

  return {
    check: (address) => faultOf(address, AbortSignal.timeout(timeoutMs)).catch(() => 'not_public'),
    post: async (address, headers, body) => {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const fault = await faultOf(address, signal);
        if (fault !== null) return { type: 'refused', fault };
        const response = await fetch(target(address), { method: 'POST', headers, body, redirect: 'manual', signal });
        await readLittle(response);
        return { type: 'answered', status: response.status, retryAfterMs: readRetryAfter(response, Date.now()) };
      } catch (error) {
        const isLate = error instanceof Error && error.name === 'TimeoutError';
        return { type: 'failed', reason: isLate ? 'timeout' : 'no_answer' };
      }
    },
  };
}
