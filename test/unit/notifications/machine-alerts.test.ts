import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { webhookBody } from '../../../src/notifications/send/webhook';
import { wordsFor } from '../../../src/notifications/send/words';
import { KnownAlertSchema, toStored } from '../../../src/notifications/stored-alert';
import { afterChange, subjectKey } from '../../../src/notifications/known-alert';
import { ALERT_THRESHOLD_MAX } from '../../../src/shared/schemas/limits';
import { ENGLISH } from '../../../src/shared/languages';
import type { MachineTrouble } from '../../../src/shared/machines/trouble';
import { Account, at, alertState, EVENT } from './account';
import { fact, outgoing } from './messages';

/** Tests what is said of a machine that does not count. */

const machine = (trouble: MachineTrouble = { kind: 'silent' }, sourceId = 'north') => ({
  about: { type: 'machine' as const, sourceId, sourceName: 'North door', heardAt: at(-15), trouble },
});
const SILENT = machine();
const SOUTH = machine({ kind: 'silent' }, 'south');

test('recipients of every level are told, beside the alerts of areas, until somebody acknowledges it', () => {
  const account = new Account({ threshold: ALERT_THRESHOLD_MAX, afterMinutes: 5 });
  account.hear(alertState({ alertId: 's', ...SILENT }), alertState({ alertId: 't', ...SOUTH }));
  expect(account.plan(0)).toEqual([]);
  account.hear(alertState({ alertId: 't', ...SOUTH, acknowledgedAt: at(1) }));
  expect(account.plan(5)).toEqual([['raised s']]);
  account.hear(alertState({ alertId: 's', ...SILENT, clearedAt: at(9) }));
  expect(account.plan(9)).toEqual([['cleared s']]);
});

test('a message names the machine and for how long it was not heard', () => {
  const content = { type: 'raised', alerts: [fact(SILENT)] } as const;
  expect(wordsFor({ ...content, alerts: [...content.alerts] }, ENGLISH)).toEqual({
    title: 'Summer Fest: North door has not been heard for 15 minutes',
    lines: ['North door has not been heard for 15 minutes', 'People who pass there are not counted.'],
  });
});

const BodySchema = z.object({ type: z.string(), data: z.object({ alerts: z.array(z.unknown()) }) });
const bodyOf = (message: ReturnType<typeof outgoing>) => z.parse(BodySchema, JSON.parse(webhookBody(message, null)));

test('webhooks get a type and fields of their own, so that nobody takes a machine for a crowd', () => {
  const silent = {
    type: 'machine.raised',
    alertId: 'a',
    eventId: 'e',
    eventName: 'Summer Fest',
    sourceId: 'north',
    sourceName: 'North door',
    heardAt: new Date(at(-15)).toISOString(),
    raisedAt: new Date(at(0)).toISOString(),
    acknowledgedAt: null,
    acknowledgedBy: null,
    clearedAt: null,
    trouble: { kind: 'silent' },
  };
  expect(bodyOf(outgoing({ type: 'raised', alerts: [fact(SILENT)] }))).toMatchObject({
    type: 'machine.raised',
    data: { alerts: [silent] },
  });
  const summary = bodyOf(outgoing({ type: 'summary', alerts: [fact(), fact(SILENT)] }));
  expect([summary.type, summary.data.alerts[1]]).toEqual(['alert.summary', silent]);
});

test('webhooks get the trouble of a machine that is heard, with a type of its own, and people a sentence', () => {
  const trouble = { kind: 'refused', code: 'area_deleted' } as const;
  const { type, data } = bodyOf(outgoing({ type: 'raised', alerts: [fact(machine(trouble))] }));
  expect([type, data.alerts]).toEqual([
    'machine.raised',
    [expect.objectContaining({ type: 'machine.raised', sourceId: 'north', sourceName: 'North door', trouble })],
  ]);
  expect(data.alerts[0]).not.toHaveProperty('threshold');
  expect(wordsFor({ type: 'raised', alerts: [fact(machine({ kind: 'doubt', people: 12 }))] }, ENGLISH)).toEqual({
    title: 'Summer Fest: North door: up to 12 people may be missing',
    lines: ['North door: up to 12 people may be missing', 'Please look how many people are there, and recount.'],
  });
});

test('the hub stores an alert about a machine in the row of an area, apart from other troubles, and reads it back', () => {
  const about = machine({ kind: 'refused', code: 'area_deleted' });
  const alert = afterChange(undefined, EVENT, alertState(about));
  if (alert === undefined) throw new Error('No alert');
  const stored: unknown = JSON.parse(JSON.stringify(toStored(alert)));
  expect(stored).toMatchObject({
    areaId: 'source:north:refused',
    areaName: 'North door',
    threshold: ALERT_THRESHOLD_MAX,
    occupancy: 0,
    capacity: 0,
    machine: { sourceId: 'north', heardAt: at(-15), trouble: about.about.trouble },
  });
  expect(stored).not.toHaveProperty('about');
  expect(z.parse(KnownAlertSchema, stored)).toEqual(alert);
  const crowd = afterChange(undefined, EVENT, alertState({}));
  expect([crowd && z.parse(KnownAlertSchema, toStored(crowd))]).toEqual([crowd]);
  expect([SILENT, SOUTH].map((one) => subjectKey(one.about))).toEqual(['source:north', 'source:south']);
});
