import * as z from 'zod/mini';

/** An envelope as Sentry reads it (develop.sentry.dev/sdk/data-model/envelopes); whatever is wrong with one throws. */
export interface Envelope {
  dsn: string | undefined;
  items: { type: string; payload: unknown }[];
}

const HeaderSchema = z.looseObject({
  event_id: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
  dsn: z.optional(z.url()),
  sent_at: z.optional(z.iso.datetime()),
});
const ItemHeaderSchema = z.looseObject({ type: z.string(), length: z.optional(z.int()) });

const NEWLINE = 0x0a;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export function parseEnvelope(bytes: Uint8Array): Envelope {
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error('The envelope ends too early');
    return bytes.subarray(at, (at += length));
  };
  /** Up to the end of the line, or as many bytes as its header says, and a newline. */
  const takeItem = (length?: number): Uint8Array => {
    const end = bytes.indexOf(NEWLINE, at);
    const item = take(length ?? (end < 0 ? bytes.length : end) - at);
    if (at < bytes.length && bytes[at++] !== NEWLINE) throw new Error('An item is longer than it says');
    return item;
  };
  const json = (line: Uint8Array): unknown => JSON.parse(decoder.decode(line));

  const { dsn } = z.parse(HeaderSchema, json(takeItem()));
  const items: Envelope['items'] = [];
  while (at < bytes.length) {
    const { type, length } = z.parse(ItemHeaderSchema, json(takeItem()));
    const payload = takeItem(length);
    items.push({ type, payload: type === 'replay_recording' ? payload : json(payload) });
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
