import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  type EvidenceKey,
  EvidenceKeysSchema,
  type SealChain,
  SealChainSchema,
  type SealLink,
  SealListSchema,
} from '../../../src/shared/sealed/schemas';
import { CHAIN_FILE, canonicalText, textHash, toBase64Url, utf8 } from '../../../src/shared/sealed/sealing';
import { checkPack } from '../../../web/src/features/verify/check-pack';
import { verdictOf } from '../../../web/src/features/verify/findings';
import { type PackFiles, readPack } from '../../../web/src/features/verify/read-pack';
import { createVenue, PASSWORD } from './accounts';
import { type Client, createClient } from './client';
import { expectDocumented } from './documented';
import { clientIdOf } from './room';

/** A signing key as `npm run evidence:key` makes one. */
export async function newEvidenceKey() {
  const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('No pair of keys');
  const [pkcs8, jwk] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    crypto.subtle.exportKey('jwk', pair.publicKey),
  ]);
  if (!(pkcs8 instanceof ArrayBuffer) || jwk instanceof ArrayBuffer) throw new Error('The key has another form');
  return { secret: btoa(String.fromCharCode(...new Uint8Array(pkcs8))), x: jwk.x ?? '', privateKey: pair.privateKey };
}

/** The installation's public keys, as anybody can read them. */
export async function servedKeys(client: Client = createClient()): Promise<EvidenceKey[]> {
  const answer = await client.get('/api/evidence-keys');
  expectDocumented('GET /api/evidence-keys', answer);
  return z.parse(EvidenceKeysSchema, answer.body).keys;
}

export const textOf = (files: PackFiles, name: string): string => new TextDecoder().decode(files.get(name));

export const chainOf = (files: PackFiles): SealChain => z.parse(SealChainSchema, JSON.parse(textOf(files, CHAIN_FILE)));

/** Makes a chain of these seals anew, as the key's owner could. */
export async function resigned(links: readonly SealLink[], privateKey: CryptoKey): Promise<SealLink[]> {
  const made: SealLink[] = [];
  for (const { seal } of links) {
    const next = { ...seal, prev: made.at(-1)?.fingerprint ?? null };
    const text = canonicalText(next);
    const signature = toBase64Url(new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, utf8(text))));
    made.push({ seal: next, signature, fingerprint: await textHash(text) });
  }
  return made;
}

/** Checks a pack as the page /verify does. */
export async function verified(
  files: PackFiles,
  { fingerprint = '', keys }: { fingerprint?: string; keys?: readonly EvidenceKey[] | null } = {},
) {
  const installationKeys = keys === undefined ? await servedKeys() : keys;
  const { findings, ...check } = await checkPack(files, { installationKeys, fingerprint });
  return { ...check, findings, verdict: verdictOf(findings), types: findings.map(({ type }) => type).toSorted() };
}

/** An event in UTC with a polling device, whose days are sealed when the clock passes their ends. */
export async function sealedVenue() {
  const venue = await createVenue();
  const { admin, event, area, device } = venue;
  const path = `/api/events/${event.eventId}`;
  const room = () => env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
  await admin.client.call('PUT', `${path}/schedule`, {
    body: { timeZone: 'UTC', reportTime: '06:00', startDate: null, endDate: null },
  });
  let seq = 0;
  return {
    ...venue,
    path,
    room,
    tap: async (change: number, at = Date.now(), client = device) => {
      seq += 1;
      const body = { clientId: clientIdOf(1), seq, sentAt: Date.now(), taps: [{ areaId: area.areaId, change, at }] };
      expect((await client.post(`${path}/occupancy?v=1`, body)).status).toBe(200);
    },
    /** Rings the room's alarm as often as it is due until then. */
    ringUntil: async (until: number) => {
      for (let times = 0; times < 50; times++) {
        const at = await runInDurableObject(room(), (_room, { storage }) => storage.getAlarm());
        if (at === null || at > until) break;
        vi.setSystemTime(at);
        await runDurableObjectAlarm(room());
      }
      vi.setSystemTime(until);
    },
    /** Logs the admin in again: after a month without a call, the session has ended. */
    logIn: async () => {
      const login = await admin.client.post('/api/auth/login', { username: admin.email, password: PASSWORD });
      expect(login.status).toBe(200);
    },
    seals: async (query = '') => {
      const answer = await admin.client.get(`${path}/seals${query}`);
      expectDocumented('GET /api/events/:eventId/seals', answer);
      expect(answer.status, answer.text).toBe(200);
      return z.parse(SealListSchema, answer.body);
    },
    pack: async (query = '') => {
      const answer = await admin.client.fetch(`${path}/evidence${query}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/zip');
      return await readPack(await answer.blob());
    },
  };
}
