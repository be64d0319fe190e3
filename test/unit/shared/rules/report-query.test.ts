import { expect, test } from 'vitest';
import { checkDayRange, checkReportQuery } from '../../../../src/shared/rules/report-query';

const NOTHING = { from: undefined, to: undefined, interval: undefined, revision: undefined, format: undefined };
const DAY = { from: '2026-07-31', to: '2026-07-31' };
const MONTH = { from: '2026-07-01', to: '2026-07-31' };

test.each([
  [{}, { range: null, interval: 15, revision: null, format: 'json' }],
  [DAY, { range: DAY, interval: 15, revision: null, format: 'json' }],
  [
    { ...MONTH, interval: '5', format: 'csv' },
    { range: MONTH, interval: 5, revision: null, format: 'csv' },
  ],
  [
    { ...DAY, interval: '60', revision: '12' },
    { range: DAY, interval: 60, revision: 12, format: 'json' },
  ],
])('%j may be asked for', (given, query) => {
  expect(checkReportQuery({ ...NOTHING, ...given })).toEqual({ ok: true, value: query });
});

const RANGE = 'Please ask for days such as 2026-07-31 in from and to, or leave out both.';
const BACKWARDS = 'The last day must not be before the first.';
const LONG = 'A report covers at most 31 days.';
const INTERVAL = 'Please ask for an interval of 5, 15, 30 or 60 minutes.';
const REVISION = 'Please ask for a revision by its number, and for one day in from and to.';
const FORMAT = 'Please ask for the format json or csv.';

test.each([
  [{ from: '2026-07-31' }, RANGE],
  [{ to: '2026-07-31' }, RANGE],
  [{ from: '', to: '' }, RANGE],
  [{ from: '2026-02-30', to: '2026-03-01' }, RANGE],
  [{ from: '31.07.2026', to: '2026-07-31' }, RANGE],
  [{ from: '2026-07-31', to: '2026-07-30' }, BACKWARDS],
  [{ from: '2026-07-01', to: '2026-08-01' }, LONG],
  [{ interval: '10' }, INTERVAL],
  [{ interval: '' }, INTERVAL],
  [{ interval: '15.0' }, INTERVAL],
  [{ revision: '1' }, REVISION],
  [{ ...MONTH, revision: '1' }, REVISION],
  [{ ...DAY, revision: '0' }, REVISION],
  [{ ...DAY, revision: '1e3' }, REVISION],
  [{ ...DAY, revision: '9'.repeat(10) }, REVISION],
  [{ format: 'xlsx' }, FORMAT],
  [{ format: '' }, FORMAT],
])('%j may not', (given, error) => {
  expect(checkReportQuery({ ...NOTHING, ...given })).toEqual({ ok: false, error });
});

test('single taps are asked for by days alone', () => {
  expect(checkDayRange({})).toEqual({ ok: true, value: null });
  expect(checkDayRange(MONTH)).toEqual({ ok: true, value: MONTH });
  expect(checkDayRange({ from: '2026-07-31' })).toEqual({ ok: false, error: RANGE });
});
