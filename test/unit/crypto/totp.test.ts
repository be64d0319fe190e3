import { expect, test } from 'vitest';
import { stepOfCode, totp, totpStep } from '../../../src/crypto/totp';

/** The secret of RFC 6238, appendix B: '12345678901234567890' in Base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at second %s is that of RFC 6238, whose vectors have two digits more', async (second, code) => {
  expect(await totp(SECRET, totpStep(second * 1000))).toBe(code.slice(2));
});

test('a code is taken one step early or late, and no further', async () => {
  const at = 2_000_000_000_000;
  const code = await totp(SECRET, totpStep(at));
  const offsets = [-60, -30, 0, 30, 60];
  const found = await Promise.all(offsets.map((offset) => stepOfCode(SECRET, code, at + offset * 1000)));
  expect(found).toEqual([null, totpStep(at), totpStep(at), totpStep(at), null]);
});
