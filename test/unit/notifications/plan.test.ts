import { describe, expect, test } from 'vitest';
import { contentOf } from '../../../src/notifications/message';
import {
  type RecipientSettings,
  MESSAGES_PER_MINUTE,
  planFor,
  type ToldOfAlert,
} from '../../../src/notifications/plan';
import { afterChange, type KnownAlert } from '../../../src/notifications/known-alert';
import { MINUTE_MS } from '../../../src/shared/durations';
import { Account, at, EVENT, alertState } from './account';

/** Tests who is told what and when, with a clock of minutes since the evening began (docs/product.md, N4). */

describe('what the hub knows of alerts', () => {
  test('an alert that it never heard of and that is over changes nothing', () => {
    expect(afterChange(undefined, EVENT, alertState({ clearedAt: at(2) }))).toBeUndefined();
  });

  test('an old state changes nothing, in whatever order it arrives', () => {
    const first = afterChange(undefined, EVENT, alertState({ alertId: 'a' }));
    const second = afterChange(first, EVENT, alertState({ alertId: 'b', threshold: 90, raisedAt: at(3) }));
    expect(afterChange(second, EVENT, alertState({ alertId: 'a', clearedAt: at(3) }))).toBe(second);
    expect(afterChange(second, EVENT, alertState({ alertId: 'a' }))).toBe(second);
    const over = afterChange(
      second,
      EVENT,
      alertState({ alertId: 'b', threshold: 90, raisedAt: at(3), clearedAt: at(4) }),
    );
    expect(over?.clearedAt).toBe(at(4));
    expect(afterChange(over, EVENT, alertState({ alertId: 'b', threshold: 90, raisedAt: at(3) }))).toBe(over);
  });
});

describe('one recipient', () => {
  test('is told of an alert once, of a higher one a minute later at the earliest, and of the end', () => {
    const account = new Account({});
    account.hear(alertState({ alertId: 'a' }));
    expect(account.plan(0)).toEqual([['raised a']]);
    expect(account.plan(0)).toEqual([]);
    account.hear(
      alertState({ alertId: 'a', clearedAt: at(0.5) }),
      alertState({ alertId: 'b', threshold: 90, raisedAt: at(0.5) }),
    );
    expect(account.plan(0.5)).toEqual([]);
    expect(account.nextAt).toBe(at(1));
    expect(account.plan(1)).toEqual([['raised b']]);
    account.hear(alertState({ alertId: 'b', threshold: 90, raisedAt: at(0.5), clearedAt: at(3) }));
    expect(account.plan(3)).toEqual([['cleared b']]);
    expect(account.plan(9)).toEqual([]);
  });

  test('hears nothing of a lower alert that follows, but of its end', () => {
    const account = new Account({});
    account.hear(alertState({ alertId: 'b', threshold: 90 }));
    account.plan(0);
    account.hear(
      alertState({ alertId: 'b', threshold: 90, clearedAt: at(5) }),
      alertState({ alertId: 'c', raisedAt: at(5) }),
    );
    expect(account.plan(5)).toEqual([]);
    account.hear(alertState({ alertId: 'c', raisedAt: at(5), clearedAt: at(9) }));
    expect(account.plan(9)).toEqual([['cleared c']]);
  });

  test('with a level hears of this level and above, and that it is over when it falls below', () => {
    const account = new Account({ threshold: 90 });
    account.hear(alertState({ alertId: 'a' }));
    expect(account.plan(0)).toEqual([]);
    account.hear(
      alertState({ alertId: 'a', clearedAt: at(2) }),
      alertState({ alertId: 'b', threshold: 90, raisedAt: at(2) }),
    );
    expect(account.plan(2)).toEqual([['raised b']]);
    account.hear(
      alertState({ alertId: 'b', threshold: 90, raisedAt: at(2), clearedAt: at(4) }),
      alertState({ alertId: 'c', raisedAt: at(4) }),
    );
    expect(account.plan(4)).toEqual([['cleared c']]);
    expect(account.plan(8)).toEqual([]);
  });

  test('of chosen events hears of no other event', () => {
    const account = new Account({ eventIds: ['other'] });
    account.hear(alertState({}));
    expect(account.plan(0)).toEqual([]);
  });

  test('is told of an alert that rises again after somebody has acknowledged it', () => {
    const account = new Account({});
    account.hear(alertState({ alertId: 'b', threshold: 90 }));
    account.plan(0);
    account.hear(alertState({ alertId: 'b', threshold: 90, acknowledgedAt: at(1) }));
    account.hear(
      alertState({ alertId: 'b', threshold: 90, acknowledgedAt: at(1), clearedAt: at(5) }),
      alertState({ alertId: 'c', raisedAt: at(5), acknowledgedAt: at(1) }),
    );
    expect(account.plan(5)).toEqual([]);
    account.hear(
      alertState({ alertId: 'c', raisedAt: at(5), acknowledgedAt: at(1), clearedAt: at(9) }),
      alertState({ alertId: 'd', threshold: 90, raisedAt: at(9) }),
    );
    expect(account.plan(9)).toEqual([['raised d']]);
  });
});

/** Lets an area's alert be raised at each of these minutes, and end a minute later. Returns the messages of each minute. */
function flapping(account: Account, minutes: readonly number[], isHighest = false): string[][][] {
  return minutes.map((minute) => {
    const alert = { alertId: `m${minute}`, raisedAt: at(minute), isHighest };
    account.hear(alertState(alert));
    const said = account.plan(minute);
    account.hear(alertState({ ...alert, clearedAt: at(minute + 1) }));
    return [...said, ...account.plan(minute + 1)];
  });
}

test('after three mails about an area in half an hour, its next alert comes ten minutes after the last; other areas, rises and webhooks do not wait', () => {
  const told = (minute: number) => [[`raised m${minute}`], [`cleared m${minute}`]];
  const account = new Account({});
  expect(flapping(account, [0, 2])).toEqual([told(0), told(2)]);
  expect(flapping(account, [4, 6])).toEqual([[], []]);
  account.hear(
    alertState({ alertId: 'new', raisedAt: at(8) }),
    alertState({ alertId: 'bar', areaId: 'bar', raisedAt: at(8) }),
  );
  expect(account.plan(8)).toEqual([['raised bar']]);
  expect(account.nextAt).toBe(at(13));
  expect(account.plan(13)).toEqual([['raised new']]);
  account.hear(alertState({ alertId: 'new', raisedAt: at(8), clearedAt: at(14) }));
  account.hear(alertState({ alertId: 'high', raisedAt: at(14), threshold: 90 }));
  expect(account.plan(14)).toEqual([['raised high']]);

  expect(flapping(new Account({}), [0, 2, 4], true)).toEqual([told(0), told(2), told(4)]);
  expect(flapping(new Account({ kind: 'webhook' }), [0, 2, 4])).toEqual([told(0), told(2), told(4)]);
});

describe('escalation', () => {
  test('who waits is told when nobody has acknowledged in time', () => {
    const account = new Account({ afterMinutes: 5 });
    account.hear(alertState({}));
    expect(account.plan(0)).toEqual([]);
    expect(account.nextAt).toBe(at(5));
    expect(account.plan(5)).toEqual([['raised a']]);
  });

  test.each([
    ['acknowledged', { acknowledgedAt: at(4) }],
    ['over', { clearedAt: at(4) }],
  ])('an alert that is %s in time is not passed on', (_how, change) => {
    const account = new Account({ afterMinutes: 5 });
    account.hear(alertState({}));
    account.hear(alertState(change));
    expect(account.plan(5)).toEqual([]);
    expect(account.nextAt).toBeUndefined();
  });

  test('the wait begins when the level of the recipient is reached, and a higher alert does not begin it again', () => {
    const [low, high] = [new Account({ afterMinutes: 5 }), new Account({ afterMinutes: 5, threshold: 90 })];
    for (const account of [low, high]) {
      account.hear(alertState({ alertId: 'a' }));
      account.hear(
        alertState({ alertId: 'a', clearedAt: at(3) }),
        alertState({ alertId: 'b', threshold: 90, raisedAt: at(3) }),
      );
    }
    expect([low.plan(5), high.plan(5)]).toEqual([[['raised b']], []]);
    expect(high.plan(8)).toEqual([['raised b']]);
  });
});

describe('quiet hours', () => {
  const quietHours = { from: '22:00', to: '07:00', timeZone: 'UTC', letsHighestThrough: false };
  const [begins, ends] = [at(4 * 60), at(13 * 60)];

  test('an alert waits for the end of the quiet hours, if it is still open then', () => {
    const account = new Account({ quietHours });
    account.hear(alertState({ raisedAt: begins + MINUTE_MS }));
    expect(account.plan(5 * 60)).toEqual([]);
    expect(account.nextAt).toBe(ends);
    expect(account.plan(13 * 60)).toEqual([['raised a']]);
  });

  test('the end of an alert is not told in quiet hours, nor after them', () => {
    const account = new Account({ quietHours });
    account.hear(alertState({ raisedAt: at(180) }));
    expect(account.plan(3 * 60)).toEqual([['raised a']]);
    account.hear(alertState({ raisedAt: at(180), clearedAt: at(300) }));
    expect(account.plan(5 * 60)).toEqual([]);
    expect(account.plan(13 * 60)).toEqual([]);
  });

  test('the highest level comes through for those who want that, and no other', () => {
    const account = new Account({ quietHours: { ...quietHours, letsHighestThrough: true } });
    account.hear(
      alertState({ alertId: 'a', raisedAt: at(300) }),
      alertState({ alertId: 'x', areaId: 'bar', threshold: 100, isHighest: true, raisedAt: at(300) }),
    );
    expect(account.plan(300)).toEqual([['raised x']]);
  });
});

describe('many alerts', () => {
  const many = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => alertState({ alertId: `a${from + i}`, areaId: `area-${from + i}` }));

  test('at once, as after an outage, are one summary', () => {
    const account = new Account({});
    account.hear(...many(21));
    expect(account.plan(0)).toHaveLength(1);
    expect(account.messages.at(-1)).toHaveLength(21);
  });

  test('are all counted in the summary, which names the first hundred', () => {
    const item = { type: 'raised' as const, alert: { ...alertState({}), ...EVENT, reached: [] } };
    const content = contentOf(Array.from({ length: 130 }, () => item));
    expect([content.alerts.length, content.total]).toEqual([100, 130]);
    expect(contentOf([item, item]).total).toBeUndefined();
  });

  test('up to three are told one by one', () => {
    const account = new Account({});
    account.hear(...many(MESSAGES_PER_MINUTE));
    expect(account.plan(0)).toEqual([['raised a0'], ['raised a1'], ['raised a2']]);
  });

  test('one after another: a recipient gets three in a minute, and one summary of the rest after it', () => {
    const account = new Account({});
    for (let i = 0; i < 20; i += 1) {
      account.hear(...many(1, i));
      account.plan(i / 60);
    }
    expect(account.messages).toHaveLength(3);
    expect(account.nextAt).toBe(at(1));
    account.plan(1);
    expect(account.messages.map(({ length }) => length)).toEqual([1, 1, 1, 17]);
  });

  test('those that ended during the outage are in no message', () => {
    const account = new Account({});
    account.hear(...many(9).map((one) => ({ ...one, clearedAt: at(20) })), ...many(1, 9));
    expect(account.plan(30)).toEqual([['raised a9']]);
  });
});

test.each([
  ['webhook', [['acknowledged a']]],
  ['mail', []],
  ['push', []],
] as const)('a %s is told: %j', (kind, expected) => {
  const account = new Account({ kind });
  account.hear(alertState({}));
  account.plan(0);
  account.hear(alertState({ acknowledgedAt: at(2), acknowledgedBy: 'North gate' }));
  expect(account.plan(2)).toEqual(expected);
  expect(account.plan(9)).toEqual([]);
});

test('at most one message per alert, recipient and minute, whatever happens', () => {
  const account = new Account({ kind: 'webhook' });
  const made: number[] = [];
  for (let second = 0; second < 600; second += 1) {
    const minute = second / 60;
    const threshold = second % 20 < 10 ? 75 : 90;
    account.hear(alertState({ alertId: `s${second}`, threshold, raisedAt: at(minute) }));
    made.push(...account.plan(minute).map(() => second));
  }
  const gaps = made.slice(1).map((second, i) => second - (made[i] ?? 0));
  expect(made.length).toBeGreaterThan(0);
  expect(gaps.filter((gap) => gap < 60)).toEqual([]);
});

test('planning again without a change makes no message', () => {
  const listener: RecipientSettings = {
    recipientId: 'r',
    kind: 'mail',
    eventIds: null,
    threshold: 0,
    afterMinutes: 0,
    quietHours: null,
  };
  const alert: KnownAlert = { ...afterChange(undefined, EVENT, alertState({}))! };
  const told = { alertId: 'a', threshold: 75, isAcknowledged: false, isGivenUp: false, at: at(0) };
  const known: ToldOfAlert[] = [{ alert, told }];
  expect(planFor(listener, known, [], at(90))).toEqual({ messages: [], silent: [], nextAt: undefined });
});

test('the highest threshold uses up nothing of a minute, and no pause and no other alert delays it', () => {
  const full = (areaId: string) => alertState({ alertId: `full ${areaId}`, areaId, threshold: 100, isHighest: true });
  for (const kind of ['push', 'mail'] as const) {
    const account = new Account({ kind });
    for (const areaId of ['a', 'b', 'c', 'd']) account.hear(alertState({ alertId: areaId, areaId }));
    expect(account.plan(0)).toHaveLength(1);
    account.hear(alertState({ alertId: 'e', areaId: 'e' }), alertState({ alertId: 'f', areaId: 'f' }));
    expect(account.plan(0.1)).toHaveLength(2);
    account.hear(alertState({ alertId: 'g', areaId: 'g' }), full('a'));
    expect(account.plan(0.2)).toEqual([['raised full a']]);
    account.hear(full('h'), full('i'));
    expect(account.plan(0.3)).toEqual([['raised full h'], ['raised full i']]);
    // The pace of mails of this kind is one of their own.
    account.hear(full('j'));
    expect(account.plan(0.4)).toEqual(kind === 'mail' ? [] : [['raised full j']]);
    expect(account.plan(1.3).flat()).toEqual(expect.arrayContaining(['raised g']));
  }
});
