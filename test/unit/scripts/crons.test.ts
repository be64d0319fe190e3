import { expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { isDue } from '../../../scripts/local/crons';

const at = (time: string) => new Date(`2026-11-24T${time}:00Z`);

test('npm start runs each cron of wrangler.toml in its minute', () => {
  const crons: string[] = readConfig({ config: 'wrangler.toml' }).triggers.crons ?? [];
  const dueAt = (time: string) => crons.filter((cron) => isDue(cron, at(time)));
  expect(dueAt('02:22')).toEqual(['* * * * *']);
  expect(dueAt('02:23')).toEqual(['* * * * *', '23 * * * *']);
  expect([isDue('5 3 * * 2', at('03:05')), isDue('5 3 * * 3', at('03:05'))]).toEqual([true, false]);
  expect(() => isDue('*/5 * * * *', at('03:05'))).toThrow('does not understand the cron */5 * * * *');
});
