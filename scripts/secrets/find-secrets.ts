/** A line that seems to contain a secret. The secret itself is not kept. */
export interface Finding {
  /** The line's number, from 1 on. */
  line: number;
  kind: string;
}

/** Secrets in the forms in which their issuers print them. Test values are shorter, or have no such prefix. */
const ISSUED: readonly { kind: string; pattern: RegExp }[] = [
  { kind: 'a key of Stripe', pattern: /\b[sr]k_(?:live|test)_[0-9A-Za-z]{24,}/ },
  { kind: 'an API key of Headroom', pattern: /\bhrk_[0-9a-f]{72}\b/ },
  { kind: 'a webhook secret', pattern: /\bwhsec_[0-9A-Za-z+/]{24,}/ },
  { kind: 'a token of Cloudflare', pattern: /\bcf(?:k|at|ut)_[0-9A-Za-z_-]{40,}/ },
  { kind: 'a key of AWS', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  { kind: 'a token of GitHub', pattern: /\b(?:gh[oprsu]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{60,})/ },
  { kind: 'a token of npm', pattern: /\bnpm_[0-9A-Za-z]{36}\b/ },
  { kind: 'a key of Resend', pattern: /\bre_[0-9A-Za-z]{8,}_[0-9A-Za-z]{16,}/ },
  { kind: 'a token of Sentry', pattern: /\bsntry[su]_[0-9A-Za-z+/=_-]{40,}/ },
  { kind: 'a private key', pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/ },
];

/** Matches `apiKey: '…'` and `OPERATOR_TOKEN=…`: a name that suggests a secret, and a value without a space. */
const NAMED =
  /(?:secret|token|password|passwd|api_?key|access_?key|private_?key|credential)\w*["'`]?\s*[:=]\s*["'`]?([\w+/=.~-]{20,})/gi;

/**
 * The entropy in bits per character from which a value counts as random. Random base64 of 20 characters and more is
 * nearly always above this; identifiers are below.
 */
const RANDOM_FROM_BITS = 3.8;
/** The same limit for hexadecimal values, whose maximum is 4 bits. Nearly all random texts of 32 digits reach it. */
const RANDOM_HEX_FROM_BITS = 3;
const HEX = /^[0-9a-f]{32,}$/i;

/** Shannon's entropy per character, in bits. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Whether a value looks random: identifiers consist of words, but random texts have digits among their letters. */
const isRandom = (value: string): boolean =>
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  entropyBits(value) >= (HEX.test(value) ? RANDOM_HEX_FROM_BITS : RANDOM_FROM_BITS);

/** Returns the lines of a text that seem to contain a secret. */
export function findSecrets(text: string): Finding[] {
  return text.split('\n').flatMap((content, index) => {
    const line = index + 1;
    const issued = ISSUED.filter(({ pattern }) => pattern.test(content)).map(({ kind }) => ({ line, kind }));
    if (issued.length > 0) return issued;
    const named = [...content.matchAll(NAMED)].some(([, value]) => isRandom(value ?? ''));
    return named ? [{ line, kind: 'a random value with a secret’s name' }] : [];
  });
}
