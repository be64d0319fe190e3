import * as z from 'zod/mini';
import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { untranslated } from '../../shared/messages/service-texts';
import { cleanedNames } from '../../rpc/source-names';
import { cleanedName } from '../../shared/visible-text';
import { DeviceNameSchema } from '../../shared/schemas/device';
import type { ServiceContext } from '../context';
import type { SourceAccess } from '../access/source';
import { countInRoom } from './sources';

/**
 * A notification of pretix. Those of other actions have other fields
 * (https://docs.pretix.eu/dev/api/webhooks.html).
 */
export const PretixNotificationSchema = z.object({
  notification_id: z.int(),
  action: z.string(),
  /** The id of the check-in list; only check-ins have it. */
  checkin_list: z.optional(z.nullable(z.int())),
});

/**
 * `accepted`: counted, or taken back. `duplicate`: this notification was taken before. `ignored`: it is no check-in, or one
 * of another list. `refused`: it cannot be counted, now or later, and `code` says why.
 */
export const PretixAnswerSchema = z.object({
  status: z.enum(['accepted', 'duplicate', 'ignored', 'refused']),
  code: z.optional(z.string()),
});
type PretixAnswer = z.infer<typeof PretixAnswerSchema>;

/** The parameters that say where people are counted. The source's id has area and list, so that each webhook is a source of its own, within 48 letters. */
const QuerySchema = z.strictObject({
  areaId: z.string().check(z.regex(/^[A-Za-z0-9-]{1,32}$/)),
  door: z.optional(DeviceNameSchema),
  checkinList: z.optional(z.string().check(z.regex(/^\d{1,8}$/))),
});

/** pretix shows it beside the call. No screen of ours does. */
const ADDRESS_INVALID = untranslated(
  'The webhook’s address needs areaId, the id of an area, and can have door, a short name, and checkinList, the number of a list.',
);

/** A misspelled parameter must not be overlooked: without its list, every scan would count. */
const unknownParameter = (name: string) =>
  untranslated(
    `The webhook’s address has a parameter that does not exist: ${name}. There are areaId, door and checkinList.`,
  );

const CHECKED_IN = 'pretix.event.checkin';
const REVERTED = 'pretix.event.checkin.reverted';

/** What ends when somebody corrects the webhook's address. pretix shows the error, and sends the scan again. */
const CORRECTABLE = ['unknown_area', 'area_deleted'] as const;

/** Counts a ticket that was scanned in pretix, or takes that back. Every other notification is ignored. */
export async function countFromPretix(
  ctx: ServiceContext,
  access: SourceAccess,
  query: Readonly<Record<string, string>>,
  body: unknown,
): Promise<PretixAnswer> {
  const unknown = Object.keys(query).find((name) => !(name in QuerySchema.shape));
  const detail = unknown === undefined ? ADDRESS_INVALID : unknownParameter(unknown);
  const { areaId, door, checkinList } = parse(QuerySchema, query, detail);
  const { notification_id: id, action, checkin_list: list } = parse(PretixNotificationSchema, body);
  const isOther = checkinList !== undefined && String(list) !== checkinList;
  if ((action !== CHECKED_IN && action !== REVERTED) || isOther) return { status: 'ignored' };
  const sourceId = ['pretix', areaId, ...(checkinList === undefined ? [] : [checkinList])].join('-');
  const about = {
    sourceId,
    sourceName: cleanedName(door) ?? 'pretix',
    kind: 'scanner',
    direction: 'in',
    areaId,
  } as const;
  const source = cleanedNames({ ...about, ...(door !== undefined && { door }) });
  const scan = { source, key: String(id), isTakenBack: action === REVERTED };
  const { items } = await countInRoom(ctx, access, scan);
  const [{ status, code } = { status: 'ignored' as const, code: undefined }] = items;
  const correctable = CORRECTABLE.find((one) => one === code);
  if (correctable !== undefined) throw new AppError(correctable);
  return { status, ...(code !== undefined && { code }) };
}
