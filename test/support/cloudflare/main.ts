import process from 'node:process';
import { parseArgs } from 'node:util';
import { startFakeCloudflare } from './server';

/** Runs the fake for a rehearsal of docs/deploy.md, until it is stopped. */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '8686' }, 'https-port': { type: 'string', default: '8443' } },
});
const { environment, origin, requests, unexpected } = await startFakeCloudflare({
  port: Number(values.port),
  httpsPort: Number(values['https-port']),
  log: (line) => process.stderr.write(`${line}\n`),
});
for (const [name, value] of Object.entries(environment)) process.stdout.write(`export ${name}=${value}\n`);
process.stdout.write(`# The deployed worker answers at ${origin}.\n`);

let [shown, wrong] = [0, 0];
setInterval(() => {
  for (const line of requests.slice(shown)) process.stdout.write(`# ${line}\n`);
  for (const line of unexpected.slice(wrong)) process.stdout.write(`# UNEXPECTED ${line}\n`);
  [shown, wrong] = [requests.length, unexpected.length];
}, 500);
