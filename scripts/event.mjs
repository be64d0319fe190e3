import process from 'node:process';
import { fail, operatedInstallation, readCommandLine, textOf } from './command.ts';
import { intoFile, openEventFile } from './event/local-file.ts';
import { download, exportPath, importEvent, listEvents, restoreEvent } from './event/transfer.ts';

/**
 * Makes the operator's calls from a shell. The token comes from the environment, because everyone on the machine can
 * see a command line.
 */
const USAGE = `OPERATOR_TOKEN=… npm run event -- …
  list
  export EVENT_ID FILE
  import FILE (--email owner@example.com | --account ACCOUNT_ID) [--keep-id]
  restore EVENT_ID 2026-11-20T22:00:00Z
  restore EVENT_ID BOOKMARK
and where: --url https://headroom.example (http://localhost:8787 without it)
`;

const { positionals, values } = readCommandLine(
  {
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://localhost:8787' },
      email: { type: 'string', default: '' },
      account: { type: 'string', default: '' },
      'keep-id': { type: 'boolean', default: false },
    },
  },
  USAGE,
);
const [verb, first, second] = positionals;
const installation = operatedInstallation(values.url, USAGE);

try {
  if (verb === 'list') {
    await listEvents(installation, ({ eventId, createdAt, accountId, email, eventName }) => {
      process.stdout.write(`${eventId}  ${createdAt}  ${accountId}  ${email}  ${eventName}\n`);
    });
  } else if (verb === 'export' && first && second) {
    await intoFile(second, (write) => download(installation, exportPath(first), write));
    process.stdout.write(`${second} holds the event. It contains its access code and what devices are called.\n`);
  } else if (verb === 'import' && first && (values.email === '') !== (values.account === '')) {
    const account = values.account ? { accountId: values.account } : { email: values.email };
    const options = { ...account, keepId: values['keep-id'] };
    const eventId = await importEvent(installation, openEventFile(first), options);
    process.stdout.write(`The event is there: ${eventId}\n`);
  } else if (verb === 'restore' && first && second) {
    const undoBookmark = await restoreEvent(installation, first, second);
    process.stdout.write(
      `The room is restored. This undoes it:\n  npm run event -- restore ${first} ${undoBookmark}\n`,
    );
  } else fail(USAGE);
} catch (error) {
  fail(textOf(error));
}
