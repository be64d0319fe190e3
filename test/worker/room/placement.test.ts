import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { app } from '../../../src/app';
import { signUp } from '../support/accounts';
import { HTTP } from '../support/client';

/** What namespaces were asked for, in the order of the questions: `rooms@eu weur`, say. */
type Asked = string[];

/** The namespace itself, but it notes the jurisdiction and location that it is asked for. */
function noted<T extends Rpc.DurableObjectBranded>(
  asked: Asked,
  name: string,
  objects: DurableObjectNamespace<T>,
  jurisdiction = '',
): object {
  return {
    idFromName: (text: string) => objects.idFromName(text),
    // Locally there are no jurisdictions: their objects are the others'.
    jurisdiction: (to: string) => noted(asked, name, objects, `@${to}`),
    get: (id: DurableObjectId, options?: { locationHint?: string }) => {
      asked.push([`${name}${jurisdiction}`, options?.locationHint ?? ''].join(' ').trim());
      return objects.get(id);
    },
  };
}

/** Creates an event as somebody in Munich; what was asked of the namespaces meanwhile, and what D1 has then. */
async function createIn(variables: Record<string, string>) {
  const { client } = await signUp();
  const asked: Asked = [];
  const ROOMS = noted(asked, 'rooms', env.ROOMS);
  const HUBS = noted(asked, 'hubs', env.HUBS);
  const request = new Request(`${HTTP}/api/events`, {
    method: 'POST',
    headers: { cookie: client.cookie() },
    body: JSON.stringify({ eventName: 'Fest' }),
    cf: { continent: 'EU', longitude: '11.6' },
  });
  const answer = await app.fetch(request, { ...env, ...variables, ROOMS, HUBS });
  const events = await env.DB.prepare('SELECT jurisdiction FROM events').all();
  return { status: answer.status, asked: asked.toSorted(), stored: events.results.map((row) => row.jurisdiction) };
}

test('the room of a new event is created near whoever creates it', async () => {
  expect(await createIn({})).toEqual({ status: 201, asked: ['hubs', 'rooms weur'], stored: [null] });
});

test('in a jurisdiction, where that says', async () => {
  expect(await createIn({ JURISDICTION: 'eu' })).toEqual({
    status: 201,
    asked: ['hubs@eu', 'rooms@eu'],
    stored: ['eu'],
  });
});

test('under a jurisdiction that is none nothing is stored anywhere', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await createIn({ JURISDICTION: 'Europe' })).toEqual({ status: 500, asked: [], stored: [] });
  expect(String(log.mock.calls)).toContain('JURISDICTION is Europe');
});
