import { expect, test } from 'vitest';
import { checkTexts } from '../../../src/room/operator/check-texts';
import { pointIdOf } from '../../../src/shared/evacuation/side-areas';
import type { StoredTable } from '../../../src/stored/tables';

/** Tests that texts in the rows of an event file are held to the rules of the calls that set them. */

const CUT = 'North\r\nBcc: a@b.example';
const TURNED = 'North \u202Eexe';
const LONG = 'x'.repeat(5_000);
const POINTS = Array.from({ length: 8 }, () => 'x'.repeat(100)).join(' · ');
const timeline = (areaName: string, name: string) =>
  JSON.stringify({
    stepSeconds: 1,
    remaining: [],
    areas: [{ areaId: 'a', areaName, atStart: 1, remaining: 0, emptyAt: null }],
    lastOutAt: null,
    assembled: [{ name, people: 1 }],
  });
const ended = (note: string) => JSON.stringify([{ kind: 'open', target: { type: 'event' }, note }]);
const sourceState = (changes: object) =>
  JSON.stringify({
    nextSeq: 1,
    readings: [],
    owed: { ins: 0, outs: 0 },
    doubts: [],
    offsets: [],
    owner: 'key:1',
    ...changes,
  });

test.each<[StoredTable, string, right: string | null, wrong: string[], more?: object]>([
  ['areas', 'name', 'Großer Saal 🎉', [CUT, TURNED, LONG, '', ' Bar ']],
  ['areas', 'name', 'Parkplatz', [LONG, ' '], { area_id: pointIdOf('1') }],
  ['areas', 'limits', '[{"kind":"fire","capacity":5,"condition":"7"}]', ['[{"kind":"fire","capacity":5}]', 'x']],
  ['areas', 'floors', '[[1,2,5,0,null]]', ['[[1,2,-5,0,null]]', '[[1,2]]', '{']],
  ['devices', 'name', null, [CUT, TURNED, 'x'.repeat(41), ' Tor']],
  ['alerts', 'note', 'Tor 2 zu', [CUT, TURNED, LONG]],
  ['alerts', 'acknowledged_by', 'Tor 2', [CUT]],
  ['orders', 'kind', 'stop', ['shoot']],
  ['orders', 'target', '{"type":"event"}', ['{"type":"all"}', '{']],
  ['orders', 'note', 'Höchstens 500', [CUT, 'x'.repeat(121)]],
  ['orders', 'given_by', 'Büro', [TURNED]],
  ['confirmations', 'device_name', 'Tor', [CUT]],
  ['evacuations', 'started_on', 'Büro', [CUT]],
  [
    'evacuations',
    'at_start',
    '[{"areaId":"a","areaName":"Saal","people":1}]',
    [JSON.stringify([{ areaName: CUT }]), '{}'],
  ],
  ['evacuations', 'timeline', timeline('Saal', 'Parkplatz'), [timeline(TURNED, 'P'), timeline('Saal', LONG)]],
  ['evacuations', 'ended_orders', ended('ab 22 Uhr'), [ended(CUT), '[{}]']],
  ['sources', 'about', '{"sourceId":"camera"}', ['{"sourceId":"a b"}', JSON.stringify({ sourceId: 'a', door: LONG })]],
  [
    'sources',
    'state',
    sourceState({}),
    ['{"nextSeq":1}', sourceState({ owner: 'code:1' }), sourceState({ refused: { since: 1, code: '<b>' } }), 'x'],
  ],
  ['silences', 'source_name', 'camera', [LONG, '']],
  ['silences', 'note', 'Akku leer', [CUT]],
  ['silences', 'trouble', '{"kind":"refused","code":"unknown_area"}', ['{"kind":"refused","code":"<b>"}', '{}', 'x']],
  ['journal', 'note', 'By eye', [CUT, LONG]],
  ['journal', 'note', 'By\neye', [LONG, ''], { kind: 'occupancy_recounted' }],
  ['journal', 'after', '{"name":"Saal"}', [JSON.stringify({ names: [CUT] }), JSON.stringify(LONG), 'Saal']],
  ['journal', 'after', '"Gate\\t1"', [JSON.stringify(LONG)], { kind: 'source_added' }],
  ['journal', 'after', JSON.stringify(POINTS), [], { kind: 'assembly_points_changed' }],
])('%s.%s', (table, column, right, wrong, more = {}) => {
  expect(() => checkTexts(table, { ...more, [column]: right })).not.toThrow();
  for (const text of wrong)
    expect(() => checkTexts(table, { ...more, [column]: text }), text.slice(0, 60)).toThrow(`${table}.${column}: `);
});
