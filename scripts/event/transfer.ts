import * as z from 'zod/mini';
import { connectionTrouble, textOf } from '../command.ts';
import type { Installation } from '../installation.ts';
import { type OperatorEventList, OperatorEventListSchema } from '../../src/services/operator/schemas.ts';

/** Lists the events, and exports, imports and restores one of them, through the operator's calls. */

/** The characters of a part, all ASCII: fewer than the 64 KB that a body may have. */
const PART_LENGTH = 60_000;
/** How often a call is sent in all, while the server does not answer or fails (5xx). */
const TRIES = 5;
const RETRY_AFTER_MS = 1_000;

/** The server refused the call, so it is not sent again. */
export class Refusal extends Error {}

const field = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? Object.getOwnPropertyDescriptor(answer, name)?.value : undefined;

function reasonOf(status: number, text: string): string {
  if (status === 401) return '401: The server does not accept this OPERATOR_TOKEN.';
  try {
    const error = field(JSON.parse(text), 'error');
    return `${status}: ${typeof error === 'string' ? error : text}`;
  } catch {
    return `${status}: ${text}`;
  }
}

/**
 * Makes one of the operator's calls; `path` follows `/api/operator`.
 * @throws {Refusal} the server refuses
 * @throws {Error} it cannot be reached, or fails each time
 */
export async function ask(
  { url, token, fetch, wait }: Installation,
  method: string,
  path: string,
  body?: string,
  tryTimes = TRIES,
): Promise<Response> {
  const init = { method, headers: { authorization: `Bearer ${token}` }, ...(body !== undefined && { body }) };
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await fetch(new URL(`/api/operator${path}`, url).href, init);
      if (answer.ok) return answer;
      const text = reasonOf(answer.status, await answer.text());
      if (answer.status < 500) throw new Refusal(text);
      throw new Error(text);
    } catch (error) {
      // `fetch` throws a TypeError when there is no answer.
      if (error instanceof TypeError && tries === tryTimes)
        throw new Error(
          `${url} does not answer: ${connectionTrouble(error)}\nIs --url the address of the installation?`,
          { cause: error },
        );
      if (error instanceof Refusal || tries === tryTimes) throw error;
      await wait(RETRY_AFTER_MS * tries);
    }
  }
}

/**
 * Restores the event's room to a time (ISO 8601) or a bookmark, and returns the bookmark that reverts the restore. The
 * call is sent only once: a second one would revert the first. If its answer is lost, the bookmark is in the server's
 * log.
 * @throws {Error} the server refuses, or cannot be reached
 */
export async function restoreEvent(installation: Installation, eventId: string, moment: string): Promise<string> {
  // A time has colons; a bookmark has none.
  const body = JSON.stringify(moment.includes(':') ? { at: moment } : { bookmark: moment });
  const answer = await ask(installation, 'POST', `/events/${encodeURIComponent(eventId)}/restore`, body, 1);
  return String(field(await answer.json(), 'undoBookmark'));
}

/**
 * Yields the pages of a list. Each page names the next one.
 * @throws {Error} the server refuses, or cannot be reached
 */
export async function* pagesOf<Page extends { next: string | null }>(
  installation: Installation,
  path: string,
  schema: z.ZodMiniType<Page>,
): AsyncGenerator<Page, void> {
  for (let after: string | null = ''; after !== null;) {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const answer = await ask(installation, 'GET', `${path}?after=${encodeURIComponent(after)}`);
    // oxlint-disable-next-line no-await-in-loop
    const page = z.parse(schema, await answer.json());
    yield page;
    after = page.next;
  }
}

type OperatorEvent = OperatorEventList['events'][number];

/**
 * Passes each event of the installation to `show`.
 * @throws {Error} the server refuses, or cannot be reached
 */
export async function listEvents(installation: Installation, show: (event: OperatorEvent) => void): Promise<void> {
  for await (const { events } of pagesOf(installation, '/events', OperatorEventListSchema))
    events.forEach((event) => show(event));
}

/** More bytes than the last line has, which contains a row count for each table and a hash. */
const END_LENGTH = 4_096;

export const exportPath = (eventId: string): string => `/events/${encodeURIComponent(eventId)}/export`;

/**
 * Passes the file of a call to `write` as it arrives, in parts of any length.
 * @throws {Error} the server refuses, or the file is incomplete and useless
 */
export async function download(
  installation: Installation,
  path: string,
  write: (part: Uint8Array) => void,
): Promise<void> {
  const answer = await ask(installation, 'GET', path);
  const decoder = new TextDecoder();
  let end = '';
  for await (const part of answer.body ?? []) {
    write(part);
    end = (end + decoder.decode(part, { stream: true })).slice(-END_LENGTH);
  }
  const last = end.trimEnd().split('\n').at(-1) ?? '';
  if (!end.endsWith('\n') || !last.startsWith('{"type":"end"'))
    throw new Error('The file broke off. Please try again.');
}

/** A file of any size that contains only ASCII. */
export interface EventFile {
  size: number;
  /** Reads at most `length` bytes, from byte `from` on. */
  read: (from: number, length: number) => string;
  close: () => void;
}

function headOf(file: EventFile): unknown {
  let text = '';
  while (!text.includes('\n') && text.length < file.size) text += file.read(text.length, PART_LENGTH);
  return JSON.parse(text.split('\n', 1)[0] ?? '');
}

/** Where a file is imported: the account, and whether the event keeps its id. */
type ImportOptions = ({ email: string } | { accountId: string }) & { keepId: boolean };

/**
 * Creates an event from the file, closes the file, and returns the event's id. After a failure nothing of the import is left on the server, or
 * the error says what is left.
 * @throws {Error} the server refuses, or cannot be reached
 */
export async function importEvent(
  installation: Installation,
  file: EventFile,
  options: ImportOptions,
): Promise<string> {
  const pathOf = (id: unknown) => `/events/import/${encodeURIComponent(String(id))}`;
  let isBegun = false;
  let path: string | undefined;
  try {
    const head = headOf(file);
    if (options.keepId) path = pathOf(field(head, 'eventId'));
    const begun = await ask(installation, 'POST', '/events/import', JSON.stringify({ ...options, head }));
    const started: unknown = await begun.json();
    const eventId = String(field(started, 'eventId'));
    if (field(started, 'isFinished') === true) return eventId;
    path = pathOf(eventId);
    isBegun = true;
    for (let received = 0; received < file.size;) {
      const answer = await ask(installation, 'PUT', `${path}?offset=${received}`, file.read(received, PART_LENGTH));
      // A part whose answer was lost may have arrived, so the server says where to continue.
      received = Number(field(await answer.json(), 'received'));
    }
    await ask(installation, 'POST', path);
    return eventId;
  } catch (error) {
    // If the server refused to begin, an import under that id is somebody else's and must not be deleted.
    if (path !== undefined && (isBegun || !(error instanceof Refusal))) await giveUp(installation, path, error);
    throw error;
  } finally {
    file.close();
  }
}

/**
 * Deletes a failed import.
 * @throws {Error} the first failure, and that the import could not be deleted or has already finished
 */
async function giveUp(installation: Installation, path: string, failed: unknown): Promise<void> {
  try {
    await ask(installation, 'DELETE', path);
  } catch (error) {
    throw new Error(`${textOf(failed)}\nIt could not be given up: ${textOf(error)}`, { cause: error });
  }
}
