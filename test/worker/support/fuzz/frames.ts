import * as fc from 'fast-check';
import { breakEntries, type Entries, objectText, oddText } from './tokens';

/** A message of a device, before the room's names in double braces are filled in. */
export type FramePlan = { text: string } | { bytes: readonly number[] };

const text = (...texts: string[]) => fc.constantFrom(...texts).map((one) => JSON.stringify(one));
const number = (min: number, max: number) => fc.integer({ min, max }).map(String);

const areaId = text('main', 'main', 'bar', 'bar', 'gone');
const change = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('1', '-1', '2', '-3') },
  { weight: 1, arbitrary: fc.oneof(number(-1000, -1), number(1, 1000), fc.constant('1e0')) },
);
const TIMES =
  '{{now-1}} {{now+1}} {{now-3600000}} {{now+3600000}} {{now-604800000}} {{now-999999999}} {{now+100000000}} 0 -0 0.5 5e-324 8.64e15';
const time = fc.oneof(
  { weight: 4, arbitrary: fc.constant('{{now}}') },
  { weight: 1, arbitrary: fc.constantFrom(...TIMES.split(' ')) },
);

const fieldsOf = (fields: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<Entries> =>
  fc.record(fields).map((one) => Object.entries(one).filter(([, token]) => token !== ''));

/**
 * Includes transfers, even from an area to itself, and undos of own taps, of others' taps, of undos, and of taps that
 * were never sent.
 */
const tap = fieldsOf({
  areaId,
  change,
  at: time,
  to: fc.option(areaId, { nil: '', freq: 3 }),
  category: fc.option(text('adult', 'child', 'gone', '__proto__'), { nil: '', freq: 2 }),
  undoes: fc.option(fc.oneof(number(1, 12), fc.constantFrom('{{seq}}', '{{last}}', '9007199254740991')), {
    nil: '',
    freq: 3,
  }),
});
const taps = fc.array(tap, { minLength: 1, maxLength: 6 }).map((all) => `[${all.map(objectText).join(',')}]`);
const manyTaps = fc.constantFrom(200, 199).map((count) => {
  const one = objectText(Object.entries({ areaId: '"main"', change: '1', at: '{{now}}' }));
  return `[${Array.from({ length: count }, () => one).join(',')}]`;
});

const seq = fc.oneof(
  { weight: 8, arbitrary: fc.constant('{{seq}}') },
  { weight: 3, arbitrary: fc.constantFrom('{{seq-1}}', '{{seq-3}}', '{{seq+1}}', '{{seq+200}}', '1') },
  { weight: 1, arbitrary: fc.constant('9007199254740991') },
);

const eventId = fc.constant('"{{event}}"');
const update = fieldsOf({
  type: fc.constant('"update_occupancy"'),
  eventId,
  seq,
  sentAt: time,
  taps: fc.oneof({ weight: 12, arbitrary: taps }, { weight: 1, arbitrary: manyTaps }),
});
const short = fieldsOf({ type: fc.constant('"update_occupancy"'), eventId, areaId, change });
const join = fieldsOf({
  type: fc.constant('"join_event"'),
  eventId,
  clientId: fc.option(text('{{client}}', '{{client}}-b', '{{taken}}'), { nil: '' }),
});
const sync = fc.constant<Entries>([['type', '"request_sync"']]);

const good = fc.oneof(
  { weight: 8, arbitrary: update },
  { weight: 3, arbitrary: short },
  { weight: 1, arbitrary: join },
  { weight: 1, arbitrary: sync },
);

const wrongTaps = fc
  .oneof(
    fc.constant('[]'),
    fc.constant(`[${Array.from({ length: 201 }, () => '{"areaId":"main","change":1,"at":1}').join(',')}]`),
    tap.chain(breakEntries).map((broken) => `[${broken}]`),
    fc.tuple(taps, tap.chain(breakEntries)).map(([all, broken]) => `${all.slice(0, -1)},${broken}]`),
  )
  .map((all) => `{"type":"update_occupancy","eventId":"{{event}}","seq":{{seq}},"sentAt":{{now}},"taps":${all}}`);

const WRONG_VALUES = [
  '"eventId":"other-event" "eventId":"" "seq":0 "seq":-1 "seq":9007199254740992 "seq":"1" "seq":1.5',
  '"sentAt":-1 "sentAt":8.65e15 "sentAt":null "taps":{} "taps":{"length":1,"0":{}}',
  '"taps":[{"areaId":"main","change":1001,"at":1}] "taps":[{"areaId":"main","change":-1001,"at":1}]',
].flatMap((line) => line.split(' '));
const wrongValues = fc
  .constantFrom(...WRONG_VALUES, `"eventId":"${'e'.repeat(65)}"`)
  .map(
    (last) =>
      `{"type":"update_occupancy","eventId":"{{event}}","seq":{{seq}},"sentAt":{{now}},"taps":[{"areaId":"main","change":1,"at":1}],${last}}`,
  );

const padded = fc.constantFrom(65_536, 65_537, 100_000).map((length) => {
  const frame = '{"type":"request_sync"}';
  return frame + ' '.repeat(length - frame.length);
});

const ODD_FRAMES = [
  'ping  PING pong null [] "request_sync" {"type":"sync"} {"type":"__proto__"} {"type":["request_sync"]}',
  '{"__proto__":{"type":"request_sync"}}',
].flatMap((line) => line.split(' '));

const wrong = fc.oneof(
  { weight: 6, arbitrary: good.chain(breakEntries) },
  { weight: 3, arbitrary: wrongTaps },
  { weight: 3, arbitrary: wrongValues },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_FRAMES) },
  { weight: 1, arbitrary: oddText.map((type) => JSON.stringify({ type })) },
  { weight: 1, arbitrary: padded },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 20_000, max: 24_000 }).map((length) => JSON.stringify({ type: '€'.repeat(length) })),
  },
);

const asText = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<FramePlan> => arbitrary.map((one) => ({ text: one }));

export const wrongFrame: fc.Arbitrary<FramePlan> = fc.oneof(
  { weight: 9, arbitrary: asText(wrong) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => ({ bytes: [...bytes] })) },
  { weight: 1, arbitrary: fc.constant({ bytes: [...new TextEncoder().encode('{"type":"request_sync"}')] }) },
);

export const goodFrame: fc.Arbitrary<FramePlan> = asText(good.map(objectText));
