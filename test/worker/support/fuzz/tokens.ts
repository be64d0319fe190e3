import * as fc from 'fast-check';

/** Texts that have broken software before: empty text, control characters, half characters, other directions, code. */
const NOTORIOUS_TEXTS = [
  ...'|\t\r\n|\u0000|a\u0000b|\ud800|x\udc00y|\u202eabc|\u200b|\u3164|\ufeff|שלום|👩‍👩‍👧‍👦|e\u0301| '.split('|'),
  ...`' OR 1=1 --|"; DROP TABLE areas; --|<script>alert(1)</script>`.split('|'),
  ...'__proto__ constructor toString NaN Infinity -0 0x10 null undefined ${7*7} %00 ../..'.split(' '),
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NOTORIOUS_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60, max: 300 }).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.integer({ min: 99, max: 102 }).map((length) => '🎉'.repeat(length)) },
  { weight: 1, arbitrary: fc.constantFrom(10_000, 60_000).map((length) => 'y'.repeat(length)) },
);

const deep = (open: string, close: string) => (depth: number) => open.repeat(depth) + close.repeat(depth);
const DEPTHS = [1, 5, 500, 5_000] as const;

const ODD_VALUES = [
  'null true false 0 -0 -1 1 1.5 1e308 -1e308 1e999 -1e999 5e-324 9007199254740991 9007199254740992',
  '-9007199254740992 2147483648 1000001 1001 -1001 [] {} [null] [1,2]',
  '{"__proto__":{"capacity":1}} {"constructor":{"prototype":1}}',
].flatMap((line) => line.split(' '));

/** JSON values as raw text, including forms that JSON.stringify would never write. */
const oddToken: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: oddText.map((text) => JSON.stringify(text)) },
  { weight: 5, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 1, arbitrary: fc.constantFrom(...DEPTHS).map(deep('[', ']')) },
  { weight: 1, arbitrary: fc.constantFrom(...DEPTHS).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
);

/** Texts that are not JSON. */
export const noJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', '{', '{"a":1}}', '{a:1}', "{'a':1}", '{"a":01}', '{"a":NaN}', 'undefined', '[1,]', '\u0000'),
  fc.constantFrom(...DEPTHS).map((depth) => '['.repeat(depth)),
  fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !isJson(text)),
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A JSON object, key by key, as it will be written. A key may occur twice. */
export type Entries = readonly (readonly [key: string, token: string])[];

export const objectText = (entries: Entries): string =>
  `{${entries.map(([key, token]) => `${JSON.stringify(key)}:${token}`).join(',')}}`;

/** Makes one thing wrong, or merely unusual, in an otherwise valid object. */
export const breakEntries = (entries: Entries): fc.Arbitrary<string> => {
  const whole = objectText(entries);
  const index = fc.nat({ max: Math.max(0, entries.length - 1) });
  const keys = ['__proto__', 'constructor', 'type', 'taps', 'id', '', ...entries.map(([key]) => key)];
  const entry = fc.tuple(fc.constantFrom(...keys), oddToken);
  const replaced = fc.tuple(index, oddToken).map(([at, token]) => {
    const [key = 'a'] = entries[at] ?? [];
    return objectText(entries.length > 0 ? entries.with(at, [key, token]) : [[key, token]]);
  });
  return fc.oneof(
    { weight: 6, arbitrary: replaced },
    { weight: 2, arbitrary: index.map((at) => objectText(entries.toSpliced(at, 1))) },
    { weight: 2, arbitrary: entry.map((last) => objectText([...entries, last])) },
    { weight: 1, arbitrary: entry.map((first) => objectText([first, ...entries])) },
    { weight: 1, arbitrary: fc.nat().map((cut) => whole.slice(0, cut % whole.length)) },
    { weight: 1, arbitrary: fc.constantFrom(`[${whole}`, ` \n${whole}`, `[${whole}]`) },
    { weight: 2, arbitrary: fc.oneof(oddToken, noJson) },
  );
};
