import type { Credentials } from './login.ts';
import { FORMATS, type Format, isFormat } from './formats.ts';

/** A camera, and where it counts. */
export interface Camera {
  /** What Headroom knows about it, as the call takes it (docs/api.md, “Machines that count”). */
  source: Record<string, string>;
  url: URL;
  format: Format;
  credentials: Credentials | undefined;
}

export interface Config {
  headroom: URL;
  eventId: string;
  everySeconds: number;
  cameras: Camera[];
}

/** A source may send once in 5 s on average (docs/product.md, M10). */
const EVERY_SECONDS_MIN = 5;
const EVERY_SECONDS = 10;

/** The fields of a camera that Headroom takes as they are. */
const SOURCE_FIELDS = ['sourceId', 'areaId', 'door', 'sourceName', 'otherAreaId', 'timeZone', 'direction'];
const CAMERA_FIELDS = new Set([...SOURCE_FIELDS, 'url', 'format', 'user', 'password']);
const FIELDS = new Set(['headroom', 'eventId', 'everySeconds', 'cameras']);

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(fields: Fields, name: string, where: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new Error(`${where}“${name}” is missing or is no text.`);
  return value;
}

function urlOf(fields: Fields, name: string, where: string): URL {
  const text = textOf(fields, name, where);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`${where}“${name}” is no address with http.`);
  if (url.username !== '' || url.password !== '')
    throw new Error(`${where}“${name}” has a password in it. Please use “user” and “password”.`);
  return url;
}

function refuseOthers(fields: Fields, known: ReadonlySet<string>, where: string): void {
  const other = Object.keys(fields).find((name) => !known.has(name));
  if (other !== undefined) throw new Error(`${where}“${other}” means nothing here. Known: ${[...known].join(', ')}.`);
}

function readCamera(fields: unknown, index: number): Camera {
  const where = `Camera ${index + 1}: `;
  if (!isObject(fields)) throw new Error(`${where}this is no object.`);
  refuseOthers(fields, CAMERA_FIELDS, where);
  const { format, user, password } = fields;
  if (!isFormat(format)) throw new Error(`${where}“format” is none of ${Object.keys(FORMATS).join(', ')}.`);
  textOf(fields, 'sourceId', where);
  textOf(fields, 'areaId', where);
  const known = SOURCE_FIELDS.filter((name) => fields[name] !== undefined);
  const hasLogin = user !== undefined || password !== undefined;
  return {
    source: { kind: 'camera', ...Object.fromEntries(known.map((name) => [name, textOf(fields, name, where)])) },
    url: urlOf(fields, 'url', where),
    format,
    credentials: hasLogin
      ? { user: textOf(fields, 'user', where), password: textOf(fields, 'password', where) }
      : undefined,
  };
}

/** Reads the bridge's configuration. Throws an error that says what is wrong in it. */
export function readConfig(text: string): Config {
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is no JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (!isObject(fields)) throw new Error('This is no object.');
  refuseOthers(fields, FIELDS, '');
  const { everySeconds = EVERY_SECONDS, cameras } = fields;
  if (typeof everySeconds !== 'number' || !(everySeconds >= EVERY_SECONDS_MIN && everySeconds <= 3600))
    throw new Error(`“everySeconds” is no number from ${EVERY_SECONDS_MIN} to 3600.`);
  if (!Array.isArray(cameras) || cameras.length === 0) throw new Error('“cameras” is no list, or is empty.');
  const read = cameras.map(readCamera);
  const ids = read.map(({ source }) => source['sourceId']);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`Two cameras have the sourceId “${twice}”.`);
  return {
    headroom: urlOf(fields, 'headroom', ''),
    eventId: textOf(fields, 'eventId', ''),
    everySeconds,
    cameras: read,
  };
}
