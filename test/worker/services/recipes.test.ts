import { expect, test } from 'vitest';
import * as yaml from 'yaml';
import * as z from 'zod/mini';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { type Admin, createArea, createEvent, signUp } from '../support/accounts';
import { makeKey, withKey } from '../support/keys';
import doorYaml from '../../recipes/esphome/door.yaml?raw';
import homeAssistantYaml from '../../recipes/home-assistant/configuration.yaml?raw';

/** Sends what the recipes of docs/integrations.md for Home Assistant and ESPHome would send. */

const TextSchema = z.string();
/** `!secret` and `!lambda` stand for a text here. */
const tags = ['!secret', '!lambda'].map((tag) => ({ tag, resolve: (text: string) => `${tag} ${text}` }));
const read = (text: string): unknown => yaml.parse(text, { customTags: tags });

/** What the values of a template are at a time; a template with another one is wrong. */
type Values = Readonly<Record<string, string>>;
function valueOf(values: Values, expression: string): string {
  const value = values[expression];
  if (value === undefined) throw new Error(`Nobody has tried ${expression}`);
  return value;
}

const CommandSchema = z.object({
  url: z.string(),
  method: z.literal('post'),
  headers: z.object({ authorization: z.literal('!secret headroom_authorization') }),
  content_type: z.literal('application/json'),
  payload: z.string(),
});
const HomeAssistantSchema = z.object({
  rest_command: z.object({ headroom_north_door: CommandSchema }),
  automation: z.array(
    z.object({
      triggers: z.tuple([z.object({ trigger: z.literal('time_pattern'), seconds: z.string() })]),
      conditions: z.tuple([z.object({ condition: z.literal('template'), value_template: z.string() })]),
      actions: z.tuple([z.object({ action: z.literal('rest_command.headroom_north_door') })]),
    }),
  ),
});

function homeAssistant(ins: number, outs: number) {
  const { rest_command: commands } = z.parse(HomeAssistantSchema, read(homeAssistantYaml));
  const { url, payload } = commands.headroom_north_door;
  const values = {
    "states('sensor.north_door_entries') | int": `${ins}`,
    "states('sensor.north_door_exits') | int": `${outs}`,
  };
  return { url, body: payload.replaceAll(/\{\{ (.+?) \}\}/g, (_all, text: string) => valueOf(values, text)) };
}

const PostSchema = z.object({
  url: z.string(),
  request_headers: z.object({
    'Content-Type': z.literal('application/json'),
    Authorization: z.literal('!secret headroom_authorization'),
  }),
  json: z.string(),
});
/** What `path` leads to in a file. */
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce((place, name) => z.parse(z.record(z.string(), z.unknown()), { ...Object(place) })[name], value);

/** Runs lines such as `root["items"][0]["inTotal"] = id(entries);`. */
function assign(lines: string, values: Values): object {
  const root: Record<string, unknown> = {};
  for (const line of lines.trim().split('\n')) {
    const [, path = '', expression = ''] = /^root((?:\[[^\]]+\])+) = (.+);$/.exec(line) ?? [];
    const names = [...path.matchAll(/\[([^\]]+)\]/g)].map(([, name]) =>
      z.parse(z.union([z.string(), z.number()]), JSON.parse(name ?? '')),
    );
    let place: Record<string | number, unknown> = root;
    for (const [index, name] of names.slice(0, -1).entries()) {
      place[name] ??= typeof names[index + 1] === 'number' ? [] : {};
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line before made it
      place = place[name] as Record<string, unknown>;
    }
    const last = names.at(-1);
    if (last === undefined) throw new Error(`Nobody has tried ${line}`);
    const isText = expression.startsWith('"');
    place[last] = JSON.parse(isText ? expression : valueOf(values, expression));
  }
  return root;
}

function espHome(ins: number, outs: number, now: Date) {
  const post = at(read(doorYaml), 'interval', 0, 'then', 0, 'if', 'then', 0, 'http_request.post');
  const { url, json } = z.parse(PostSchema, post);
  const values = {
    'id(door_entries)': `${ins}`,
    'id(door_exits)': `${outs}`,
    'id(sntp_time).utcnow().strftime("%Y-%m-%dT%H:%M:%SZ")': JSON.stringify(`${now.toISOString().slice(0, 19)}Z`),
  };
  return { url, body: JSON.stringify(assign(json, values)) };
}

async function door(admin: Admin) {
  const { eventId } = await createEvent(admin);
  const { areaId } = await createArea(admin, eventId);
  const { key } = await makeKey(admin, { name: 'Door', scopes: ['count'], days: 30 });
  const machine = withKey(key);
  const counts = async () => {
    const { areas } = z.parse(AreaListSchema, (await admin.client.get(`/api/events/${eventId}/areas`)).body);
    return areas.map(({ currentOccupancy, totalEntries, totalExits }) => [currentOccupancy, totalEntries, totalExits]);
  };
  const send = async ({ url, body }: { url: string; body: string }) => {
    const path = new URL(url.replace('EVENT', eventId)).pathname;
    const { status, body: answer } = await machine.post(path, body.replace('AREA', areaId));
    return [status, answer];
  };
  return { send, counts };
}

const accepted = (item: object) => [
  200,
  { sourceId: 'north-door', nextSeq: 1, items: [{ status: 'accepted', ...item }] },
];

test.each([
  ['Home Assistant', homeAssistant],
  ['ESPHome', espHome],
])('%s sends totals, and a restart of the sensor is recognized', async (_name, render) => {
  const { send, counts } = await door(await signUp());
  const after = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1000);
  expect(await send(render(40, 12, after(0)))).toEqual(accepted({ in: 0, out: 0, notice: 'baseline' }));
  expect(await send(render(43, 13, after(10)))).toEqual(accepted({ in: 3, out: 1 }));
  expect(await send(render(2, 0, after(20)))).toEqual(accepted({ in: 2, out: 0, notice: expect.any(String) }));
  expect(await counts()).toEqual([[4, 5, 1]]);
});

test('Home Assistant sends nothing while a sensor is not available', () => {
  const { automation } = z.parse(HomeAssistantSchema, read(homeAssistantYaml));
  expect(z.parse(TextSchema, automation[0]?.conditions[0].value_template)).toBe(
    "{{ has_value('sensor.north_door_entries') and has_value('sensor.north_door_exits') }}",
  );
});
