import { afterEach, beforeEach } from 'vitest';
import { closeDevices } from './support/device';
import { startAfresh } from './support/fresh';

beforeEach(startAfresh);

afterEach(closeDevices);
