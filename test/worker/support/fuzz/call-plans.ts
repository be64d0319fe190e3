import * as fc from 'fast-check';
import { isAllowed, pathOf, type SampleCall, SAMPLES } from '../calls';
import type { Principal } from '../permissions/world';
import { breakEntries, type Entries, noJson, objectText, oddText } from './tokens';

/** A call before the names in double braces are filled in. */
export interface CallPlan {
  /** The route for which the call was planned: `GET /path` of the app's own table. */
  route: string;
  method: string;
  path: string;
  query: string;
  who: Principal;
  headers: readonly (readonly [string, string])[];
  body: string | null;
  /** The expected status when nothing is wrong with the call and its caller may make it. */
  taken: number | null;
}

const POLL = 'POST /api/events/:eventId/occupancy';
const FILE = 'GET /assets/*';
/** Every row of the table of calls is tried here. */
export const ROUTES: readonly string[] = [...Object.keys(SAMPLES), FILE];

const json = (...values: (string | number)[]) => fc.constantFrom(...values.map((value) => JSON.stringify(value)));

const tap: fc.Arbitrary<Entries> = fc
  .record({
    areaId: json('{{area}}', '{{area}}', '{{area}}', '{{own-area}}', '{{foreign-area}}'),
    change: fc.oneof(json(1, -1), fc.integer({ min: 1, max: 1000 }).map(String), json(-1000)),
    at: fc.constantFrom('{{now}}', '{{now}}', '{{now-60000}}', '{{now-4000000}}', '{{now+9999999}}', '0', '8.64e15'),
    undoes: fc.option(json(1, 2, 3, 6), { nil: '', freq: 3 }),
  })
  .map((fields) => Object.entries(fields).filter(([, token]) => token !== ''));

const goodTaps = fc.array(tap.map(objectText), { minLength: 1, maxLength: 5 }).map((taps) => `[${taps.join(',')}]`);
const wrongTaps = fc.oneof(
  fc.constant('[]'),
  fc.constant(`[${Array.from({ length: 201 }, () => '{"areaId":"{{area}}","change":1,"at":1}').join(',')}]`),
  tap.chain(breakEntries).map((wrong) => `[${wrong}]`),
);
const pollOf = (taps: fc.Arbitrary<string>): fc.Arbitrary<Entries> =>
  taps.map((token) => [
    ['clientId', '"{{client}}"'],
    ['seq', '{{seq}}'],
    ['sentAt', '{{now}}'],
    ['taps', token],
  ]);

function fieldsOf(route: string, { body }: SampleCall): fc.Arbitrary<Entries> | null {
  if (route === POLL) return pollOf(goodTaps);
  return body ? fc.constant(Object.entries(body).map(([key, value]) => [key, JSON.stringify(value)])) : null;
}

function rightCall(route: string, sample: SampleCall, camp: readonly Principal[]): fc.Arbitrary<CallPlan> {
  const allowed = camp.filter((who) => isAllowed(route, sample.access, who));
  return fc
    .record({
      who: fc.oneof(
        { arbitrary: fc.constantFrom(...(allowed.length > 0 ? allowed : camp)), weight: 4 },
        fc.constantFrom(...camp),
      ),
      entries: fieldsOf(route, sample) ?? fc.constant(null),
    })
    .map(({ who, entries }) => ({
      route,
      method: route.split(' ')[0] ?? '',
      path: route === FILE ? '/assets/app-abc123.js' : pathOf(route, sample.parameters),
      query: sample.query ?? '',
      who,
      headers: [
        ['cf-connecting-ip', '{{address}}'] as const,
        ...Object.entries(sample.headers ?? {}),
        ...(entries ? [['content-type', 'application/json'] as const] : []),
      ],
      body: entries && objectText(entries),
      taken: isAllowed(route, sample.access, who) ? (sample.others?.[who] ?? sample.taken) : null,
    }));
}

const ODD_IDS = [
  '{{own-event}} {{foreign-event}} {{own-area}} {{foreign-area}} {{foreign-display}} {{foreign-session}} {{foreign-link}}',
  '{{event}}/ {{event}}%20 0 -1 % %00 %0d%0a %E0%A4%A %2F a%2Fb ..%2f.. .. . %2e%2e ../users *',
  "by-access-code areas socket __proto__ constructor :eventId %EF%BB%BF '-- %F0%9F%8E%89 %ED%A0%80",
].flatMap((line) => line.split(' '));

const oddId = fc.oneof(
  fc.constantFrom(...ODD_IDS, '', 'x'.repeat(10_000)),
  oddText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
);

const ODD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  origin: ['http://evil.test', 'null', '', 'http://headroom.test.evil.test', 'http://headroom.test@evil.test'],
  'content-type': ['text/plain', 'multipart/form-data', 'application/json; charset=utf-16', ';;'],
  'time-zone': ['europe/berlin', '+02:00', 'Nowhere/City', '', 'x'.repeat(9_000), '__proto__'],
  'content-length': ['0', '1', '99999999', '-1', 'abc', '1e3'],
  'cf-connecting-ip': ['', '::1', '2001:db8::1', '1.2.3.4, 5.6.7.8', ':::::::::', 'x'.repeat(4_000)],
  upgrade: ['websocket', 'WebSocket', 'h2c', ''],
  'content-encoding': ['gzip', 'chunked'],
  'x-headroom-connection': ['{"sessionId":"x"}'],
  'x-http-method-override': ['DELETE'],
  range: ['bytes=0-1'],
  cookie: ['; =;; "a=b"; x=%; headroom_signed_in=; __proto__=1'],
};
const oddHeader = fc.constantFrom(
  ...Object.entries(ODD_HEADERS).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
);

const ODD_QUERIES = [
  '? ?v= ?v=0 ?v=4 ?v=abc ?v=1&v=4 ?__proto__=1 ?% #x ?interval=7 ?format=pdf ?format=csv&interval=60 ?revision=1',
  '?from=2025-07-31 ?from=2025-08-01&to=2025-07-31 ?from=&to= ?from=%00&to=%00 ?from=2025-02-30&to=2025-03-01',
  '?from=0001-01-01&to=9999-12-31 ?from=9999-12-01&to=9999-12-31 ?revision=1e9&from=2025-07-31&to=2025-07-31',
].flatMap((line) => line.split(' '));

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Bodies that are cut off on their way and bytes that are not text are sent in http.test.ts and bad-input.test.ts. */
const oddBody: fc.Arbitrary<string | null> = fc.oneof(
  { weight: 6, arbitrary: noJson },
  { weight: 1, arbitrary: fc.constantFrom(65_536, 65_537, 70_000).map((bytes) => `{${' '.repeat(bytes - 2)}}`) },
  { weight: 1, arbitrary: fc.constant(null) },
);

type Twist = Partial<CallPlan>;

/** The same address in another spelling. */
function percentEncoded(path: string, at: number): string {
  const letters = [...path.matchAll(/[a-z]/g)].map(({ index }) => index);
  const index = letters[at % letters.length] ?? 0;
  return `${path.slice(0, index)}%${path.charCodeAt(index).toString(16)}${path.slice(index + 1)}`;
}

/** One way to make a call wrong, or at least unusual. */
function twistOf(plan: CallPlan, sample: SampleCall): fc.Arbitrary<Twist> {
  const segments = plan.path.split('/');
  const filled = segments.findIndex((segment) => segment.startsWith('{{') || segment.startsWith('app-'));
  const fields = fieldsOf(plan.route, sample);
  const twists: fc.WeightedArbitrary<Twist>[] = [
    { weight: 2, arbitrary: oddHeader.map((header) => ({ headers: [...plan.headers, header] })) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS).map((method) => ({ method })) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_QUERIES, `?a=${'x'.repeat(5_000)}`).map((query) => ({ query })) },
    { weight: 2, arbitrary: oddBody.map((body) => ({ body })) },
    { weight: 1, arbitrary: fc.nat().map((at) => ({ path: percentEncoded(plan.path, at) })) },
    filled < 0
      ? { weight: 1, arbitrary: fc.constantFrom('/', '//', '/x', '%2f').map((end) => ({ path: plan.path + end })) }
      : { weight: 4, arbitrary: oddId.map((id) => ({ path: segments.with(filled, id).join('/') })) },
  ];
  if (fields) {
    const broken = fields.chain(breakEntries);
    const wrong = plan.route === POLL ? fc.oneof(broken, pollOf(wrongTaps).map(objectText)) : broken;
    twists.push({ weight: 9, arbitrary: wrong.map((body) => ({ body })) });
  }
  return fc.oneof(...twists);
}

function callTo(route: string, camp: readonly Principal[]): fc.Arbitrary<CallPlan> {
  const sample: SampleCall = SAMPLES[route] ?? { access: 'anyone', taken: 200 };
  const right = rightCall(route, sample, camp);
  const twisted = right.chain((plan) =>
    fc
      .array(twistOf(plan, sample), { minLength: 1, maxLength: 3 })
      .map((twists) => Object.assign({}, plan, ...twists, { taken: null })),
  );
  return fc.oneof({ weight: 1, arbitrary: right }, { weight: 2, arbitrary: twisted });
}

/** Calls of some principals to all routes, each equally likely. */
export const anyCall = (camp: readonly Principal[]): fc.Arbitrary<CallPlan> =>
  fc.oneof(...ROUTES.map((route) => callTo(route, camp)));
