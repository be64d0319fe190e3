import { afterEach, beforeEach } from 'vitest';
import { closeDevices } from './support/device';
import { startAfresh } from './support/fresh';
import { restoreVariables } from './support/variables';

beforeEach(startAfresh);

afterEach(async () => {
  restoreVariables();
  await closeDevices();
});
