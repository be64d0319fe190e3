import { afterEach, expect, test, vi } from 'vitest';
import { DisplayText } from '../../../src/room/display-text';
import { roomState } from './states';

afterEach(() => vi.restoreAllMocks());

const state = roomState([]);

test('what a display shows is made once for each state of event and areas, not for each who asks', () => {
  const stringify = vi.spyOn(JSON, 'stringify');
  const text = new DisplayText();
  const first = text.of(state);
  const made = stringify.mock.calls.length;
  expect(JSON.parse(first.frame)).toEqual({ type: 'display', ...JSON.parse(first.body) });
  for (let n = 0; n < 100; n++) expect(text.of({ ...state, account: { ...state.account } })).toEqual(first);
  expect(stringify).toHaveBeenCalledTimes(made);
  const counted = { ...state, version: 4, areas: new Map(state.areas) };
  expect(JSON.parse(text.of(counted).body)).toMatchObject({ version: 4 });
  const renamed = { ...counted, event: { ...state.event, event: { ...state.event.event, eventName: 'Open Air 2' } } };
  expect(JSON.parse(text.of(renamed).frame)).toMatchObject({ version: 4, eventName: 'Open Air 2' });
  expect(stringify).toHaveBeenCalledTimes(3 * made);
});
