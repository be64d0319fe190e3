import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { failureFile } from './support/global-setup';

const failure = failureFile(inject('serverLog'));
while (!(await fetch(`${inject('baseUrl')}/api/health`).catch(() => null))?.ok) {
  if (existsSync(failure)) throw new Error(`The product did not start: ${readFileSync(failure, 'utf8')}`);
  await sleep(200);
}
