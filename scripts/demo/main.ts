import process from 'node:process';
import { readCommandLine, textOf } from '../command';
import { type Run, runHere } from './local';
import { runOnStaging } from './staging/run';

/**
 * `npm run demo [-- --fresh --seed 20261121 --size 1]`: fills its own local installation with a festival, serves it,
 * and keeps its crowd moving. `--fresh` starts over; `--size 0.1` has a tenth of the crowd. STATE_DIR, BUILD_DIR, HOST
 * and PORT work as for `npm start`.
 *
 * `OPERATOR_TOKEN=… npm run demo -- --env staging [--live --email demo@example.com]`: brings the festival into the
 * deployed staging. DEMO_PASSWORD is the password of an account that exists there; a new account gets a password that
 * is printed.
 */
const USAGE = `npm run demo -- [--fresh] [--seed 20261121] [--size 1]
OPERATOR_TOKEN=… npm run demo -- --env staging [--live] [--email demo@headroom.example] [--fresh] [--seed 20261121] [--size 1]
`;

const stops: Parameters<Run['onEnd']>[0][] = [];
let isEnding = false;

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  for (const stop of stops.toReversed()) await stop();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

async function main(): Promise<void> {
  const { fresh, seed, size, env, live, email } = readCommandLine(
    {
      options: {
        fresh: { type: 'boolean', default: false },
        seed: { type: 'string', default: '20261121' },
        size: { type: 'string', default: '1' },
        env: { type: 'string' },
        live: { type: 'boolean', default: false },
        email: { type: 'string', default: 'demo@headroom.example' },
      },
    },
    USAGE,
  ).values;
  const run: Run = {
    seed: Number(seed),
    size: Number(size),
    fresh,
    say: (text) => process.stdout.write(`${text}\n`),
    onEnd: (stop) => stops.push(stop),
  };
  if (env === undefined) return await runHere(run, () => void end(1));
  await runOnStaging({ ...run, environment: env, isLive: live, email: email.toLowerCase() });
  await end(0);
}

main().catch((failure: unknown) => {
  if (!isEnding) process.stderr.write(`${textOf(failure)}\n`);
  void end(1);
});
