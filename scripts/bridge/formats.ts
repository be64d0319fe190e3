/** What the counters of a camera show at a time. */
export interface Reading {
  inTotal: number;
  outTotal: number;
  /** The camera's own time, ISO 8601. Without an offset it is of the camera's time zone. Null: when the bridge has read it. */
  at: string | null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const fieldOf = (body: unknown, name: string): unknown => (isObject(body) ? body[name] : undefined);

/** Reads a number of people. Throws if the field is none. */
function peopleIn(body: unknown, name: string): number {
  const value = fieldOf(body, name);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Error(`the answer has no number of people “${name}”`);
  return value;
}

function textIn(body: unknown, name: string): string {
  const value = fieldOf(body, name);
  if (typeof value !== 'string') throw new Error(`the answer has no text “${name}”`);
  return value;
}

/** Reads `YYYYMMDDhhmmss`, the camera's local time. */
function localTime(text: string): string {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (parts === null) throw new Error('“timestamp” is not a time such as 20260731234500');
  const [, year, month, day, hours, minutes, seconds] = parts;
  return `${year}-${month}-${day}T${hours}:${minutes}:${seconds}`;
}

/**
 * AXIS People Counter, `/local/tvpc/.api?live-sum.json`, on older devices `/local/people-counter/…`: people of today, so
 * it begins again at the camera's midnight (https://developer.axis.com/vapix/applications/people-counter-api/).
 */
const axisPeopleCounter = (body: unknown): Reading => ({
  inTotal: peopleIn(body, 'in'),
  outTotal: peopleIn(body, 'out'),
  at: localTime(textIn(body, 'timestamp')),
});

/**
 * AXIS P8815-2, `/a3dpc/api/export/json?start=today&end=now&resolution=hour`: people of each hour of today, which add up.
 * The answer has no time of its own (https://developer.axis.com/vapix/applications/p8815-2-3d-people-counter-api/).
 */
function axis3dExport(body: unknown): Reading {
  const rows = fieldOf(body, 'data');
  if (!Array.isArray(rows)) throw new Error('the answer has no list “data”');
  const sumOf = (name: string) => rows.reduce<number>((sum, row) => sum + peopleIn(row, name), 0);
  return { inTotal: sumOf('in'), outTotal: sumOf('out'), at: null };
}

/** AXIS P8815-2, `/a3dpc/api/occupancy`: with its secondary cameras. The time has an offset (the same page). */
const axis3dOccupancy = (body: unknown): Reading => ({
  inTotal: peopleIn(body, 'total_in'),
  outTotal: peopleIn(body, 'total_out'),
  at: textIn(body, 'timestamp'),
});

/** The bodies that the bridge reads, by the name that the configuration gives them. */
export const FORMATS = {
  'axis-people-counter': axisPeopleCounter,
  'axis-3d-export': axis3dExport,
  'axis-3d-occupancy': axis3dOccupancy,
} as const satisfies Record<string, (body: unknown) => Reading>;

export type Format = keyof typeof FORMATS;
export const isFormat = (name: unknown): name is Format => typeof name === 'string' && Object.hasOwn(FORMATS, name);
