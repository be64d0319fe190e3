/** Exports, imports and sets back one event through the operator's calls. */

/** Below the 64 KB that a body may have. */
const PART_LENGTH = 60_000;
/** A part that did not arrive is sent again so often. */
const TRIES = 5;
const RETRY_AFTER_MS = 1_000;

export interface Installation {
  /** As `https://headroom.example`. */
  url: string;
  token: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Resolves after that many ms. */
  wait: (ms: number) => Promise<void>;
}

/** What the server refuses is not tried again. */
class Refusal extends Error {}

async function ask(
  { url, token, fetch, wait }: Installation,
  method: string,
  path: string,
  body?: string,
  tryTimes = TRIES,
): Promise<Response> {
  const init = { method, headers: { authorization: `Bearer ${token}` }, ...(body !== undefined && { body }) };
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await fetch(new URL(`/api/operator/events/${path}`, url).href, init);
      if (answer.ok) return answer;
      const text = `${answer.status} ${await answer.text()}`;
      if (answer.status < 500) throw new Refusal(text);
      throw new Error(text);
    } catch (error) {
      if (error instanceof Refusal || tries === tryTimes) throw error;
      await wait(RETRY_AFTER_MS * tries);
    }
  }
}

/**
 * Sets the event's room back, to a time (ISO 8601) or a bookmark; answers the bookmark that undoes it. Asked once: an answer
 * that was lost is in the server's log, and a second call would set back what the first has done.
 *
 * @throws {Error} the server refuses, or cannot be reached
 */
export async function restoreEvent(installation: Installation, eventId: string, moment: string): Promise<string> {
  // Only a time has colons.
  const body = JSON.stringify(moment.includes(':') ? { at: moment } : { bookmark: moment });
  const answer = await ask(installation, 'POST', `${encodeURIComponent(eventId)}/restore`, body, 1);
  return String(field(await answer.json(), 'undoBookmark'));
}

const isWhole = (file: string): boolean => {
  const last = file.trimEnd().split('\n').at(-1) ?? '';
  return file.endsWith('\n') && last.startsWith('{"type":"end"');
};

/** @throws {Error} the server refuses, or what arrived is not whole */
export async function exportEvent(installation: Installation, eventId: string): Promise<string> {
  const answer = await ask(installation, 'GET', `${encodeURIComponent(eventId)}/export`);
  const file = await answer.text();
  if (!isWhole(file)) throw new Error('The file broke off. Please try again.');
  return file;
}

const field = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? Object.getOwnPropertyDescriptor(answer, name)?.value : undefined;

/**
 * Answers the id of the event that was made of the file. When it fails nothing of it is left.
 *
 * @throws {Error} the server refuses, or cannot be reached
 */
export async function importEvent(
  installation: Installation,
  file: string,
  { email, keepId }: { email: string; keepId: boolean },
): Promise<string> {
  const head: unknown = JSON.parse(file.split('\n', 1)[0] ?? '');
  const begun = await ask(installation, 'POST', 'import', JSON.stringify({ email, keepId, head }));
  const eventId = String(field(await begun.json(), 'eventId'));
  const path = `import/${encodeURIComponent(eventId)}`;
  try {
    for (let received = 0; received < file.length;) {
      const part = file.slice(received, received + PART_LENGTH);
      const answer = await ask(installation, 'PUT', `${path}?offset=${received}`, part);
      // A part whose answer was lost is there already: it goes on from where the server is.
      received = Number(field(await answer.json(), 'received'));
    }
    await ask(installation, 'POST', path);
  } catch (error) {
    await ask(installation, 'DELETE', path).catch(() => {});
    throw error;
  }
  return eventId;
}
