import * as z from 'zod/mini';

/** An envelope as Sentry reads it (develop.sentry.dev/sdk/data-model/envelopes); whatever is wrong with one throws. */
export interface Envelope {
  dsn: string | undefined;
  items: Item[];
}

interface Item {
  type: string;
  /** As JSON; a recording as its bytes. */
  payload: unknown;
}

const HeaderSchema = z.looseObject({
  event_id: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
  dsn: z.optional(z.url()),
  sent_at: z.optional(z.iso.datetime()),
});
const ItemHeaderSchema = z.looseObject({ type: z.string(), length: z.optional(z.int()) });

const JSON_TYPES = new Set([
  'event',
  'transaction',
  'session',
  'sessions',
  'client_report',
  'replay_event',
  'span',
  'log',
]);
const BINARY_TYPES = new Set(['replay_recording']);

const NEWLINE = 0x0a;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export function parseEnvelope(bytes: Uint8Array): Envelope {
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error('The envelope ends too early');
    const taken = bytes.subarray(at, at + length);
    at += length;
    return taken;
  };
  const takeLine = (): Uint8Array => {
    const end = bytes.indexOf(NEWLINE, at);
    const line = take((end < 0 ? bytes.length : end) - at);
    if (end >= 0) at += 1;
    return line;
  };
  const json = (line: Uint8Array): unknown => JSON.parse(decoder.decode(line));

  const { dsn } = z.parse(HeaderSchema, json(takeLine()));
  const items: Item[] = [];
  while (at < bytes.length) {
    const { type, length } = z.parse(ItemHeaderSchema, json(takeLine()));
    const payload = length === undefined ? takeLine() : take(length);
    if (length !== undefined && at < bytes.length && bytes[at++] !== NEWLINE)
      throw new Error('An item is longer than it says');
    if (JSON_TYPES.has(type)) items.push({ type, payload: json(payload) });
    else if (BINARY_TYPES.has(type)) items.push({ type, payload });
    else throw new Error(`An item of type ${type}`);
  }
  if (items.length === 0) throw new Error('An envelope without items');
  return { dsn, items };
}

/** A report of an error, as far as tests look into it. */
const ReportedErrorSchema = z.looseObject({
  event_id: z.string(),
  platform: z.string(),
  environment: z.string(),
  release: z.string(),
  tags: z.optional(z.record(z.string(), z.string())),
  user: z.optional(z.looseObject({})),
  message: z.optional(z.string()),
  exception: z.optional(
    z.object({
      values: z.array(
        z.looseObject({
          type: z.optional(z.string()),
          value: z.optional(z.string()),
          stacktrace: z.optional(z.looseObject({ frames: z.array(z.looseObject({})) })),
        }),
      ),
    }),
  ),
});
export type ReportedError = z.infer<typeof ReportedErrorSchema>;

/** Those among the items. */
export const reportedErrors = ({ items }: Envelope): ReportedError[] =>
  items.filter(({ type }) => type === 'event').map(({ payload }) => z.parse(ReportedErrorSchema, payload));
