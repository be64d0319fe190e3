import process from 'node:process';
import { fail, operatedInstallation, readCommandLine, textOf } from './command.ts';
import { ask } from './event/transfer.ts';

/** Ends the lost second step of the only owner of an account. The token comes from the environment, as for `event.mjs`. */
const USAGE = `OPERATOR_TOKEN=… npm run second-step -- reset <email>
  --url https://headroom.example (http://localhost:8787 without it)
`;

const { values, positionals } = readCommandLine(
  { options: { url: { type: 'string', default: 'http://localhost:8787' } }, allowPositionals: true },
  USAGE,
);
const [command, email, ...rest] = positionals;
if (command !== 'reset' || email === undefined || rest.length > 0) fail(USAGE);
const installation = operatedInstallation(values.url, USAGE);

try {
  await ask(installation, 'POST', '/second-step/reset', JSON.stringify({ email }));
  process.stdout.write(
    `The password alone opens ${email} now. Where mail is set up, its holder and the owners of its accounts are told.\n`,
  );
} catch (error) {
  fail(textOf(error));
}
