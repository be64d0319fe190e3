import * as z from 'zod/mini';
import {
  KeyedDeltaSchema,
  NumberedDeltaSchema,
  type SourceBatch,
  type SourceItem,
  TotalsSchema,
  UnreadBatchSchema,
  type WrongItem,
} from '../../rpc/source-batch';
import { AppError } from '../../shared/errors';
import { type Message, message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { cleanedNames } from '../../rpc/source-names';
import { oneLine } from '../../shared/visible-text';

/** How much of a path an answer and the list of last items show: a field that does not exist can have any name. */
const PATH_MAX_LENGTH = 100;

const NumberedSchema = z.object({ seq: NumberedDeltaSchema.shape.seq });

/** Names the first field that is wrong by its path, such as `items[1].in`. @param root the path of the value */
function wrongField(root: string, { issues: [issue] }: z.core.$ZodError): Message {
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const steps = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])];
  const path = steps.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}${text === '' ? '' : '.'}${String(step)}`),
    root,
  );
  if (unknown !== undefined) return message(serviceTexts, 'field_unknown', oneLine(path).slice(0, PATH_MAX_LENGTH));
  return path === 'source.sourceId'
    ? message(serviceTexts, 'source_id_invalid')
    : message(serviceTexts, 'field_invalid', path);
}

/**
 * Reads the body of a machine's call. A wrong item is named and does not refuse the others.
 * @throws {AppError} invalid_input if source or items cannot be read at all
 */
export function readSourceBatch(body: unknown): SourceBatch {
  const { success, data, error } = z.safeParse(UnreadBatchSchema, body);
  if (!success) throw new AppError('invalid_input', wrongField('', error));
  const items = data.items.map((item, index) => readItem(item, `items[${index}]`));
  return { ...data, source: cleanedNames(data.source), items };
}

function readItem(item: unknown, path: string): SourceItem | WrongItem {
  const schema = schemaOf(item);
  if (schema === null) return { wrong: serviceTexts.item_kind_missing(path) };
  const { success, data, error } = z.safeParse(schema, item);
  if (!success) return { wrong: wrongField(path, error).text, ...numberOf(item) };
  const isEmpty = !('inTotal' in data) && data.in === undefined && data.out === undefined;
  return isEmpty ? { wrong: serviceTexts.item_empty(path), ...numberOf(item) } : data;
}

/** What the item means to be, by its first field of these; null if it has none of them. */
function schemaOf(item: unknown): typeof NumberedDeltaSchema | typeof KeyedDeltaSchema | typeof TotalsSchema | null {
  if (typeof item !== 'object' || item === null) return null;
  if ('seq' in item) return NumberedDeltaSchema;
  if ('key' in item) return KeyedDeltaSchema;
  return 'inTotal' in item || 'outTotal' in item ? TotalsSchema : null;
}

const numberOf = (item: unknown): { seq?: number } => z.safeParse(NumberedSchema, item).data ?? {};
