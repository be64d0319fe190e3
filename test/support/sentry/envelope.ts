import * as z from 'zod/mini';

/** An envelope as Sentry reads it (develop.sentry.dev/sdk/data-model/envelopes); parsing throws on any error. */
export interface Envelope {
  dsn: string | undefined;
  items: { type: string; payload: unknown }[];
}

const HeaderSchema = z.looseObject({ dsn: z.optional(z.url()) });
const ItemHeaderSchema = z.looseObject({ type: z.string(), length: z.optional(z.int()) });

const NEWLINE = 0x0a;

export function parseEnvelope(bytes: Uint8Array): Envelope {
  let at = 0;
  /** Takes the bytes up to the end of the line, or as many as the item's header says, and a newline. */
  const take = (length?: number): Uint8Array => {
    const end = bytes.indexOf(NEWLINE, at);
    const to = length === undefined ? (end < 0 ? bytes.length : end) : at + length;
    if (to > bytes.length) throw new Error('The envelope ends too early');
    const item = bytes.subarray(at, to);
    at = to + 1;
    if (to < bytes.length && bytes[to] !== NEWLINE) throw new Error('An item is longer than it says');
    return item;
  };
  const json = (line: Uint8Array): unknown =>
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(line));

  const { dsn } = z.parse(HeaderSchema, json(take()));
  const items: Envelope['items'] = [];
  while (at < bytes.length) {
    const { type, length } = z.parse(ItemHeaderSchema, json(take()));
    const payload = take(length);
    items.push({ type, payload: type === 'replay_recording' ? payload : json(payload) });
  }
  if (items.length === 0) throw new Error('An envelope without items');
  return { dsn, items };
}

const ErrorSchema = z.looseObject({
  type: z.optional(z.string()),
  value: z.optional(z.string()),
  stacktrace: z.optional(z.looseObject({ frames: z.array(z.looseObject({})) })),
});

/** The fields of an error report that tests read. */
const ReportedErrorSchema = z.looseObject({
  platform: z.string(),
  environment: z.string(),
  release: z.string(),
  tags: z.optional(z.record(z.string(), z.string())),
  message: z.optional(z.string()),
  exception: z.optional(z.object({ values: z.array(ErrorSchema) })),
});
export type ReportedError = z.infer<typeof ReportedErrorSchema>;

/** The error reports among the items. */
export const reportedErrors = ({ items }: Envelope): ReportedError[] =>
  items.filter(({ type }) => type === 'event').map(({ payload }) => z.parse(ReportedErrorSchema, payload));
