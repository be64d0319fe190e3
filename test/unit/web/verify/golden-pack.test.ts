import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { thumbprintOf } from '../../../../src/shared/sealed/sealing';
import { checkPack } from '../../../../web/src/features/verify/check-pack';
import { answerAt } from '../../../../web/src/features/verify/day/answer-at';
import { readDay } from '../../../../web/src/features/verify/day/read-day';
import { verdictOf } from '../../../../web/src/features/verify/findings';
import { readPack } from '../../../../web/src/features/verify/read-pack';
import { ROOT } from '../../project/repository';

/**
 * A pack of version 1 that the product once made (test/evidence/make-pack.ts). Inspectors hold such packs: if this test
 * fails, do not make the pack again, but keep what reads it.
 */
const OUTSIDE = z.parse(
  z.object({ publicKey: z.string(), fingerprint: z.string() }),
  JSON.parse(readFileSync(join(ROOT, 'test/evidence/version-1.json'), 'utf8')),
);

test('a pack of version 1 is in order for good, and answers for each of its days', async () => {
  const x = OUTSIDE.publicKey;
  const key = { kty: 'OKP', crv: 'Ed25519', x, kid: await thumbprintOf(x), use: 'sig', alg: 'EdDSA' } as const;
  const files = await readPack(new Blob([readFileSync(join(ROOT, 'test/evidence/version-1.zip'))]));
  const { findings, days } = await checkPack(files, { installationKeys: [key], fingerprint: OUTSIDE.fingerprint });
  expect(verdictOf(findings)).toBe('good');
  expect(findings.map(({ type }) => type).toSorted()).toEqual([
    'chain_intact',
    'fingerprint_found',
    'signed',
    'sums_right',
  ]);
  expect(days).toHaveLength(3);
  for (const day of days) {
    const records = readDay(files, day);
    expect(records?.lines.length).toBeGreaterThan(100);
    const answer = records && answerAt(records, day.endsAt - 1);
    expect(answer?.places.map(({ name }) => name)).toEqual([
      null,
      'Main Stage',
      'Club Tent',
      'Food Market',
      'Riverside Garden',
    ]);
  }
});
