import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { backupPath, listBackups, restoreInstallation } from './backup/restore.ts';
import { fail, operatedInstallation, readCommandLine, textOf } from './command.ts';
import { intoFile, openEventFile } from './event/local-file.ts';
import { download } from './event/transfer.ts';
import { ENGLISH_LOCALE } from '../src/shared/languages.ts';

/** Lists, reads and restores the nightly backups from a shell. The token comes from the environment, as for `event.mjs`. */
const USAGE = `OPERATOR_TOKEN=… npm run backup -- …
  list
  get KEY FILE
  restore [--date 2026-11-23] [--from production]
and where: --url https://headroom.example (http://localhost:8787 without it)
`;

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

const { positionals, values } = readCommandLine(
  {
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://localhost:8787' },
      date: { type: 'string' },
      from: { type: 'string' },
    },
  },
  USAGE,
);
const [verb, key, file] = positionals;
const installation = operatedInstallation(values.url, USAGE);

/** @param {string} title @param {string[]} lines */
const sayAll = (title, lines) => {
  if (lines.length > 0) say(`\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`);
};

async function restore() {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-restore-'));
  try {
    const restored = await restoreInstallation(installation, {
      date: values.date,
      from: values.from,
      say,
      store: async (fill) => {
        const path = join(folder, 'event.ndjson');
        await intoFile(path, fill);
        return openEventFile(path);
      },
    });
    const { accounts, events, taps, withoutCounts, failed, keys, mails } = restored;
    say(
      `\nBack: ${accounts} accounts, and ${events} events with their counts (${taps.toLocaleString(ENGLISH_LOCALE)} taps).`,
    );
    sayAll('Back without counts, because no day of theirs had closed. They begin at 0:', withoutCounts);
    sayAll('NOT back. Run this command again, or restore them from an older file:', failed);
    sayAll(
      `${keys.total} API keys have ended. Until there are new ones, machines and programs get 401, and nothing that machines count is in the numbers:`,
      keys.lines,
    );
    if (mails === null)
      say('\nMail addresses for alerts were asked again: no alert is mailed before the holder agrees.');
    else if (mails.asked + mails.notAsked > 0)
      say(
        `\n${mails.asked} mail addresses for alerts were asked again, and ${mails.notAsked} could not be asked: organizers add those anew. No alert is mailed before the holder agrees.`,
      );
    say(`
Everybody logs in again: organizers with their password, doors with their link or code. Taps that wait on a phone
are sent then. Taps that were acknowledged after the files were written are gone: recount the areas. Public displays
are reloaded.`);
    if (failed.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

try {
  if (verb === 'list') {
    for (const one of await listBackups(installation))
      say(`${one.key}  ${one.writtenAt}  ${one.size.toLocaleString(ENGLISH_LOCALE)} bytes`);
  } else if (verb === 'get' && key && file) {
    await intoFile(file, (write) => download(installation, backupPath(key), write));
    say(`${file} holds the backup. Protect it as you protect the database.`);
  } else if (verb === 'restore' && key === undefined) await restore();
  else fail(USAGE);
} catch (error) {
  fail(textOf(error));
}
