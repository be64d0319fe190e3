import * as fc from 'fast-check';
import { type Actor, type Recipe, RECIPES } from './recipes';
import { breakEntries, noJson, objectText, oddText } from './tokens';

export type Body =
  | { type: 'none' }
  | { type: 'text'; text: string }
  | { type: 'bytes'; bytes: readonly number[] }
  /** That many bytes of JSON. */
  | { type: 'filler'; bytes: number }
  /** A client that goes away before it has sent all. */
  | { type: 'cut off'; text: string };

/** A call before the world has filled in its names in double braces. */
export interface CallPlan {
  /** What it set out to be; `GET /path` of the app's own table. */
  route: string;
  method: string;
  path: string;
  query: string;
  actor: Actor;
  isSecure: boolean;
  headers: readonly (readonly [string, string])[];
  body: Body;
  /** Nothing is wrong with it: it must be taken. */
  isRight: boolean;
}

const PARAMS: Record<string, string> = {
  ':eventId': '{{event0}}',
  ':areaId': '{{area0}}',
  ':code': '{{code0}}',
  ':token': '{{display0}}',
  ':alertId': '{{n}}',
  ':sessionId': '{{session}}',
  '*': 'app-abc123.js',
};

const pathOf = (route: string): string =>
  (route.split(' ')[1] ?? '')
    .split('/')
    .map((segment) => PARAMS[segment] ?? segment)
    .join('/');

const json = ['content-type', 'application/json'] as const;
const upgrade = ['upgrade', 'websocket'] as const;

function rightCall(route: string, recipe: Recipe): fc.Arbitrary<CallPlan> {
  const method = route.split(' ')[0] ?? '';
  const isSocket = route.endsWith('/socket');
  return fc
    .record({
      actor: fc.constantFrom(...recipe.actors),
      isSecure: fc.boolean(),
      entries: fc.option(recipe.fields ?? fc.constant(null), { freq: 1000 }),
      query: fc.constantFrom(...(recipe.queries ?? [''])),
      origin: fc.constantFrom('', 'own'),
    })
    .map(({ actor, isSecure, entries, query, origin }) => ({
      route,
      method,
      path: pathOf(route),
      query,
      actor,
      isSecure,
      headers: [
        ['cf-connecting-ip', '{{address}}'] as const,
        ...(origin === 'own' ? [['origin', 'http://headroom.test'] as const] : []),
        ...(isSocket ? [upgrade] : []),
        ...(entries ? [json] : []),
      ],
      body: entries ? { type: 'text', text: objectText(entries) } : { type: 'none' },
      isRight: !recipe.isVain && (entries !== null || recipe.fields === undefined),
    }));
}

const oddId = fc.oneof(
  fc.constantFrom(
    '{{event1}}',
    '{{foreign-event}}',
    '{{gone-event}}',
    '{{area1}}',
    '{{foreign-area}}',
    '{{gone-area}}',
    '{{code1}}',
    '{{display1}}',
    '{{foreign-display}}',
    '{{gone-display}}',
    '',
    '0',
    '-1',
    '%',
    '%00',
    '%0d%0a',
    '%E0%A4%A',
    '%2F',
    'a%2Fb',
    '..%2f..',
    '..',
    '.',
    '%2e%2e',
    '../users',
    '*',
    'by-access-code',
    'areas',
    'socket',
    '__proto__',
    'constructor',
    ':eventId',
    '{{event0}}/',
    '{{event0}}%20',
    '%EF%BB%BF',
    "'--",
    'x'.repeat(10_000),
    '%F0%9F%8E%89',
    '%ED%A0%80',
    '{{EVENT0}}',
  ),
  oddText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
);

const oddHeader = fc.oneof(
  fc.constantFrom(
    ...[
      'http://evil.test',
      'null',
      'garbage',
      '',
      'http://headroom.test.evil.test',
      'http://headroom.test@evil.test',
    ].map((origin) => ['origin', origin] as const),
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json; charset=utf-16',
      ';;',
    ].map((type) => ['content-type', type] as const),
    ...['Europe/Berlin', 'europe/berlin', '+02:00', 'Nowhere/City', '', 'x'.repeat(9_000), '__proto__', 'UTC'].map(
      (zone) => ['time-zone', zone] as const,
    ),
    ...['0', '1', '99999999', '-1', 'abc', '1e3'].map((length) => ['content-length', length] as const),
    ...['', '::1', '2001:db8::1', '::ffff:1.2.3.4', '1.2.3.4, 5.6.7.8', ':::::::::', 'x'.repeat(4_000)].map(
      (address) => ['cf-connecting-ip', address] as const,
    ),
    ...['websocket', 'WebSocket', 'h2c', ''].map((to) => ['upgrade', to] as const),
    ...['gzip', 'chunked'].map((coding) => ['content-encoding', coding] as const),
    ['x-headroom-connection', '{"sessionId":"x"}'] as const,
    ['x-http-method-override', 'DELETE'] as const,
    ['if-none-match', '*'] as const,
    ['accept', 'text/html'] as const,
    ['range', 'bytes=0-1'] as const,
    ['cookie', '; =;; "a=b"; x=%; headroom_signed_in=; __proto__=1'] as const,
  ),
  fc.tuple(fc.constantFrom('accept', 'time-zone', 'x-odd'), fc.string({ unit: 'grapheme-ascii', maxLength: 50 })),
);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const oddBody: fc.Arbitrary<Body> = fc.oneof(
  { weight: 4, arbitrary: noJson.map((text) => ({ type: 'text' as const, text })) },
  {
    weight: 3,
    arbitrary: fc.uint8Array({ maxLength: 30 }).map((bytes) => ({ type: 'bytes' as const, bytes: [...bytes] })),
  },
  {
    weight: 1,
    arbitrary: fc.constant({ type: 'bytes' as const, bytes: [0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d] }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(65_536, 65_537, 70_000).map((bytes) => ({ type: 'filler' as const, bytes })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '{"eventName":"A"}').map((text) => ({ type: 'cut off' as const, text })),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'none' as const }) },
);

type Twist = Partial<CallPlan>;

/** The same address, spelled otherwise. */
function percentEncoded(path: string, at: number): string {
  const letters = [...path.matchAll(/[a-z]/g)].map(({ index }) => index);
  const index = letters[at % letters.length] ?? 0;
  return `${path.slice(0, index)}%${path.charCodeAt(index).toString(16)}${path.slice(index + 1)}`;
}

const ACTORS: readonly Actor[] = ['owner', 'code', 'other', 'guest', 'stale'];

/** One way to be wrong, or at least unusual. */
function twistOf(plan: CallPlan, recipe: Recipe): fc.Arbitrary<Twist> {
  const segments = plan.path.split('/');
  const filled = segments.findIndex((segment) => segment.startsWith('{{') || segment.startsWith('app-'));
  const withId = (id: string): Twist => ({ path: segments.with(filled, id).join('/') });
  const twists: fc.WeightedArbitrary<Twist>[] = [
    { weight: 2, arbitrary: fc.constantFrom(...ACTORS).map((actor) => ({ actor })) },
    { weight: 2, arbitrary: oddHeader.map((header) => ({ headers: [...plan.headers, header] })) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS).map((method) => ({ method })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          '?',
          '?v=',
          '?v=0',
          '?v=4',
          '?v=abc',
          '?v=1&v=4',
          '?v=%31',
          '?__proto__=1',
          `?a=${'x'.repeat(5_000)}`,
          '?%',
          '#x',
          ...(recipe.oddQueries ?? []),
        )
        .map((query) => ({ query })),
    },
    { weight: 2, arbitrary: oddBody.map((body) => ({ body })) },
  ];
  if (filled >= 0) twists.push({ weight: 4, arbitrary: oddId.map(withId) });
  twists.push({ weight: 1, arbitrary: fc.nat().map((at) => ({ path: percentEncoded(plan.path, at) })) });
  if (filled < 0)
    twists.push({
      weight: 1,
      arbitrary: fc.constantFrom('/', '//', '/x', '%2f').map((end) => ({ path: plan.path + end })),
    });
  if (recipe.fields) {
    const broken = recipe.fields.chain(breakEntries);
    const wrong = recipe.wrongBody ? fc.oneof(broken, recipe.wrongBody) : broken;
    twists.push({ weight: 9, arbitrary: wrong.map((text) => ({ body: { type: 'text' as const, text } })) });
  }
  return fc.oneof(...twists);
}

function twisted(plan: CallPlan, recipe: Recipe): fc.Arbitrary<CallPlan> {
  const twist = twistOf(plan, recipe);
  const applied = fc
    .array(twist, { minLength: 1, maxLength: 3 })
    .map((all) => Object.assign({}, plan, ...all, { isRight: false }));
  return applied;
}

function callTo(route: string): fc.Arbitrary<CallPlan> {
  const recipe = RECIPES[route];
  if (!recipe) throw new Error(`No recipe for ${route}`);
  const right = rightCall(route, recipe);
  return fc.oneof(
    { weight: recipe.isSlow ? 1 : 3, arbitrary: right },
    { weight: 9, arbitrary: right.chain((plan) => twisted(plan, recipe)) },
  );
}

/** Calls to all of the routes, each as likely as the others. */
export const anyCall = (routes: readonly string[]): fc.Arbitrary<CallPlan> => fc.oneof(...routes.map(callTo));
