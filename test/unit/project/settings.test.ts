import { expect, test } from 'vitest';
import { withSettings } from '../../../scripts/settings/page';
import { read } from './repository';

test('docs/settings.md lists what src/shared/settings.ts declares; npm run settings writes it', () => {
  const page = read('docs/settings.md');
  expect(withSettings(page)).toBe(page);
});
