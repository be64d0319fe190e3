import process from 'node:process';
import { fail, operatedInstallation, readCommandLine, textOf } from './command.ts';
import { makeInvitation } from './invitation.ts';

/** Makes an invitation to sign up. The token comes from the environment, as for `event.mjs`. */
const USAGE = `OPERATOR_TOKEN=… npm run invite --
  --url https://headroom.example (http://localhost:8787 without it)
`;

const { values } = readCommandLine({ options: { url: { type: 'string', default: 'http://localhost:8787' } } }, USAGE);
const installation = operatedInstallation(values.url, USAGE);

try {
  const { link, expiresAt } = await makeInvitation(installation);
  process.stdout.write(
    `${link}\nWhoever opens this link can make one account, until ${expiresAt}. It is not shown again.\n`,
  );
} catch (error) {
  fail(textOf(error));
}
