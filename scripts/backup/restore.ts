import * as z from 'zod/mini';
import { textOf } from '../command.ts';
import { ask, download, type EventFile, importEvent, listEvents, pagesOf, Refusal } from '../event/transfer.ts';
import type { Installation } from '../installation.ts';
import { OwnedEventSchema } from '../../src/services/operator/schemas.ts';
import { ENGLISH_LOCALE } from '../../src/shared/languages.ts';

/** Lists and reads the nightly backups, and restores an installation from them, through the operator's calls. */

const BackupSchema = z.object({ key: z.string(), size: z.int(), writtenAt: z.string() });
type Backup = z.infer<typeof BackupSchema>;
const BackupPageSchema = z.object({ backups: z.array(BackupSchema), next: z.nullable(z.string()) });

const AwaitedEventSchema = z.extend(OwnedEventSchema, { key: z.string() });
type AwaitedEvent = z.infer<typeof AwaitedEventSchema>;
const AwaitedPageSchema = z.object({
  accounts: z.int(),
  events: z.array(AwaitedEventSchema),
  next: z.nullable(z.string()),
});

/** Returns the files of the backups, sorted by key. */
export async function listBackups(installation: Installation): Promise<Backup[]> {
  const backups: Backup[] = [];
  for await (const page of pagesOf(installation, '/backups', BackupPageSchema)) backups.push(...page.backups);
  return backups;
}

export const backupPath = (key: string): string => `/backups/file?key=${encodeURIComponent(key)}`;

/** Returns how many accounts the installation has, and which events wait for their files. */
async function listAwaited(installation: Installation): Promise<{ accounts: number; events: AwaitedEvent[] }> {
  const events: AwaitedEvent[] = [];
  let accounts = 0;
  for await (const page of pagesOf(installation, '/backups/awaited', AwaitedPageSchema)) {
    events.push(...page.events);
    accounts = page.accounts;
  }
  return { accounts, events };
}

const EndedKeySchema = z.object({
  name: z.string(),
  scopes: z.array(z.string()),
  eventName: z.nullable(z.string()),
  email: z.string(),
});
const EndedKeyPageSchema = z.object({ keys: z.array(EndedKeySchema), next: z.nullable(z.string()) });
type EndedKey = z.infer<typeof EndedKeySchema>;

/** Returns how many API keys the restore has ended, and for each event or account that needs new ones a line. */
async function listEndedKeys(installation: Installation): Promise<Restored['keys']> {
  const keys: EndedKey[] = [];
  for await (const page of pagesOf(installation, '/backups/ended-keys', EndedKeyPageSchema)) keys.push(...page.keys);
  const places = Map.groupBy(keys, ({ eventName, email }) =>
    eventName === null ? `all events of ${email}` : `${eventName} (${email})`,
  );
  const lines = [...places].map(
    ([place, own]) => `${place}: ${own.map(({ name, scopes }) => `${name} [${scopes.join(', ')}]`).join(', ')}`,
  );
  return { total: keys.length, lines };
}

const LedgerLineSchema = z.object({
  row: z.object({
    first_seq: z.int(),
    last_seq: z.int(),
    change: z.int(),
    other_area_id: z.nullable(z.string()),
  }),
});

/** Counts the taps of an event's file while it arrives. */
class TapCounter {
  taps = 0;
  private tail = '';
  private readonly decoder = new TextDecoder();

  add(part: Uint8Array): void {
    const lines = (this.tail + this.decoder.decode(part, { stream: true })).split('\n');
    this.tail = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('{"type":"row","table":"ledger"')) continue;
      const { row } = z.parse(LedgerLineSchema, JSON.parse(line));
      // A transfer has a row in each of its two areas.
      if (row.other_area_id === null || row.change < 0) this.taps += row.last_seq - row.first_seq + 1;
    }
  }
}

/** Which database file is restored. */
interface Choice {
  /** The environment whose files are restored; needed if the bucket has files of several. */
  from: string | undefined;
  /** The date of the database file, or the beginning of its time, like 2026-11-23T02; the newest one without it. */
  date: string | undefined;
}

export interface RestoreOptions extends Choice {
  say: (line: string) => void;
  /** Stores one event's file while it is imported. */
  store: (fill: (write: (bytes: Uint8Array) => void) => Promise<void>) => Promise<EventFile>;
}

const MailsSchema = z.object({ asked: z.int(), notAsked: z.int() });
type Mails = z.infer<typeof MailsSchema>;

/** What came back, and what did not. */
export interface Restored {
  accounts: number;
  events: number;
  taps: number;
  /** Events without a file of their own: their counts begin at 0. */
  withoutCounts: string[];
  /** Events whose import failed, with the reason. */
  failed: string[];
  /** How many API keys have ended, and the events that need new ones. */
  keys: { total: number; lines: string[] };
  /** How many mail addresses were asked again, and how many were not; null if the answer that says so was lost. */
  mails: Mails | null;
}

/** A newest file that is smaller than this share of an older one was probably written after data was lost. */
const SUSPICIOUS_SHARE = 0.5;

function databaseKey(backups: readonly Backup[], { from, date }: Choice): string {
  const all = backups.filter(({ key }) => key.split('/')[1] === 'database');
  const environments = [...new Set(all.map(({ key }) => key.split('/')[0] ?? ''))];
  if (from === undefined && environments.length > 1)
    throw new Error(
      `The bucket has backups of ${environments.join(' and ')}. Say which with --from ${environments[0]}.`,
    );
  const environment = from ?? environments[0] ?? '';
  const own = all.filter(({ key }) => key.startsWith(`${environment}/database/${date ?? ''}`));
  const newest = own.at(-1);
  if (newest === undefined)
    throw new Error(
      environments.includes(environment)
        ? `The bucket has no database of ${date}. \`npm run backup -- list\` shows its dates.`
        : `The bucket has no backup of a database${from ? ` of ${from}` : ''}. Is it the bucket of the lost installation?`,
    );
  const largest = own.reduce((one, other) => (other.size >= one.size ? other : one), newest);
  if (date === undefined && newest.size < largest.size * SUSPICIOUS_SHARE)
    throw new Error(
      `The newest database file is much smaller than an older one. It may have been written after data was lost.\n` +
        `  ${newest.key}  ${newest.size} bytes\n  ${largest.key}  ${largest.size} bytes\n` +
        `Choose one: --date and its time, like --date ${largest.key.split('/')[2]?.replace('.ndjson', '')}.`,
    );
  return newest.key;
}

async function restoreDatabase(installation: Installation, key: string): Promise<Mails | null> {
  try {
    const answer = await ask(installation, 'POST', '/backups/restore', JSON.stringify({ key }));
    return z.parse(MailsSchema, await answer.json());
  } catch (error) {
    // A call that is sent again because its answer was lost is refused if it had succeeded.
    if (!(error instanceof Refusal) || (await listAwaited(installation)).accounts === 0) throw error;
    return null;
  }
}

/** Imports the event's file under its own id, and returns the number of its taps. */
async function restoreEvent(installation: Installation, event: AwaitedEvent, { store }: RestoreOptions) {
  // An earlier restore may have been interrupted in the middle of this import.
  await ask(installation, 'DELETE', `/events/import/${encodeURIComponent(event.eventId)}`);
  const counter = new TapCounter();
  const file = await store((write) =>
    download(installation, backupPath(event.key), (bytes) => {
      counter.add(bytes);
      write(bytes);
    }),
  );
  await importEvent(installation, file, { accountId: event.accountId, keepId: true });
  return counter.taps;
}

/**
 * Restores an installation whose database and rooms are lost. It can be called again after an interruption, and then
 * continues.
 * @throws {Error} the server refuses, or cannot be reached, or there is nothing to restore
 */
export async function restoreInstallation(installation: Installation, options: RestoreOptions): Promise<Restored> {
  const { say } = options;
  const backups = await listBackups(installation);
  const before = await listAwaited(installation);
  if (before.accounts > 0 && before.events.length === 0)
    throw new Error(
      `This installation has accounts (${before.accounts}), and no event of it waits for its file. A restore needs an` +
        ' empty database. For one event, use `npm run backup -- get` and `npm run event -- import`.',
    );
  let mails: Mails | null = null;
  if (before.accounts === 0) {
    const key = databaseKey(backups, options);
    say(`Restoring ${key} …`);
    mails = await restoreDatabase(installation, key);
  } else say('Continuing the restore that was interrupted …');
  const { accounts, events } = await listAwaited(installation);
  if (accounts === 0) throw new Error('Nothing is back: the file has no accounts. Choose an older one with --date.');
  let taps = 0;
  const failed: string[] = [];
  for (const event of events) {
    const name = `${event.eventId}  ${event.eventName}`;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one import at a time needs the disk of one file
      const own = await restoreEvent(installation, event, options);
      taps += own;
      say(`${name}: ${own.toLocaleString(ENGLISH_LOCALE)} taps, from ${event.key}`);
    } catch (error) {
      failed.push(`${name}: ${textOf(error)}`);
    }
  }
  const withFile = new Set(backups.map(({ key }) => key.split('/')[2]));
  const withoutCounts: string[] = [];
  await listEvents(installation, ({ eventId, eventName }) => {
    if (!withFile.has(eventId)) withoutCounts.push(`${eventId}  ${eventName}`);
  });
  const keys = await listEndedKeys(installation);
  return { accounts, events: events.length - failed.length, taps, withoutCounts, failed, keys, mails };
}
