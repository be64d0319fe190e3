import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { type Answer, type Received, startReceiver } from './receiver';

/** The largest body that a push service has to accept (RFC 8030, section 7.2). */
const BODY_MAX_BYTES = 4_096;
const HOST = 'push.test';
const JWT_MAX_S = 24 * 3_600;

interface Browser {
  ecdh: ReturnType<typeof createECDH>;
  auth: Buffer;
  /** What was shown on it: the decrypted texts. */
  shown: string[];
}

/** Decrypts a body of one record (RFC 8188, 8291). Throws if anything is not as these require. */
function decrypt({ ecdh, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (idLength !== 65 || sender[0] !== 4) throw new Error('The key id is no uncompressed point');
  if (record.length > recordSize) throw new Error('There is more than one record');
  const shared = ecdh.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const ikm = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The last record has no delimiter');
  return padded.subarray(0, end).toString('utf8');
}

const jsonOf = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

/** Returns what is wrong with the sender's proof (RFC 8292); null if nothing is. */
function wrongProof(authorization: string, expectedKey: string): string | null {
  const [, jwt = '', key = ''] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', payload = '', signature = ''] = jwt.split('.');
  if (key !== expectedKey) return 'another key';
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned || jsonOf(header)['alg'] !== 'ES256') return 'the signature';
  const { aud, exp, sub } = jsonOf(payload);
  if (aud !== `https://${HOST}`) return 'the audience';
  const leftS = Number(exp) - Date.now() / 1000;
  if (!(leftS > 0 && leftS <= JWT_MAX_S)) return 'the expiry';
  return typeof sub === 'string' && /^mailto:\S+@\S+$/.test(sub) ? null : 'the subject';
}

/**
 * A push service on loopback, known as `push.test`. It refuses what a strict service would refuse, and decrypts what it
 * accepts, as the browser would.
 */
export async function startFakePushService(publicKey: string) {
  const browsers = new Map<string, Browser>();
  const refusals: string[] = [];
  const topics: string[] = [];
  const receiver = await startReceiver(({ path, headers, body }: Received): Answer => {
    const browser = browsers.get(path);
    const refuse = (status: number, why: string): Answer => {
      refusals.push(why);
      return { status, body: why };
    };
    if (browser === undefined) return refuse(410, 'no such subscription');
    const wrong = wrongProof(headers.authorization ?? '', publicKey);
    if (wrong !== null) return refuse(403, wrong);
    if (headers['content-encoding'] !== 'aes128gcm') return refuse(415, 'the encoding');
    if (!/^\d+$/.test(String(headers['ttl']))) return refuse(400, 'the ttl');
    if (!/^[\w-]{1,32}$/.test(String(headers['topic']))) return refuse(400, 'the topic');
    if (!['very-low', 'low', 'normal', 'high'].includes(String(headers['urgency']))) return refuse(400, 'the urgency');
    if (body.length > BODY_MAX_BYTES) return refuse(413, 'too large');
    try {
      browser.shown.push(decrypt(browser, body));
    } catch (error) {
      return refuse(400, String(error));
    }
    topics.push(String(headers['topic']));
    return { status: 201, headers: { location: `https://${HOST}/m/1` } };
  });
  let browsersEver = 0;
  return {
    ...receiver,
    testHosts: `${HOST}=${receiver.origin}`,
    refusals,
    topics,
    /** Subscribes a browser, and returns what it would send to the product. */
    subscribe: () => {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = Buffer.from(crypto.getRandomValues(new Uint8Array(16)));
      const path = `/send/${(browsersEver += 1)}`;
      const browser = { ecdh, auth, shown: [] };
      browsers.set(path, browser);
      const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return {
        endpoint: `https://${HOST}${path}`,
        keys,
        shown: browser.shown as readonly string[],
        end: () => void browsers.delete(path),
      };
    },
  };
}
