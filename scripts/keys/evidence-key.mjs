import process from 'node:process';
import { makeEvidenceKey } from './sealing-key.ts';

/**
 * `npm run evidence:key`: makes a key for the seals of closed days, and prints it once. Nothing is stored or sent.
 */
const { secret, x, kid } = makeEvidenceKey();

process.stdout.write(`EVIDENCE_KEY, a secret; keep it in your password manager, too:

  ${secret}

Its public key, which goes into EVIDENCE_RETIRED_KEYS when another key replaces it:

  ${x}

Its id in seals: ${kid}

Set it: npm run setup -- --env production --with evidence
`);
