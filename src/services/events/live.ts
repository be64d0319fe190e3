import type { Reader } from '../../rpc/reader';
import type { ServiceContext } from '../context';
import type { Device } from '../../shared/schemas/device';
import { callRoom, valueOrThrow } from '../call-room';
import type { CountingAccess, ReviewAccess } from '../access/event';
import type { Flow } from '../../shared/schemas/flow';
import { orInvalidInput, parse } from '../../http/input';
import { AcknowledgementSchema, PollSchema } from '../../shared/protocol/up';
import type { Alert, ListedAlerts } from '../../shared/schemas/alert';
import { ALERT_NOTE_MAX_LENGTH } from '../../shared/schemas/limits';
import { checkNote } from '../../shared/rules/notes/check-note';
import { cursorOf, cutPage, type PageQuery, readCursor, rowsFor } from '../page';
import type { PollAnswer } from '../../shared/protocol/down';

/** Returns the devices that count or have counted on this business day. */
export async function listDevices(ctx: ServiceContext, { roomContext }: ReviewAccess): Promise<Device[]> {
  return valueOrThrow(await callRoom(ctx, 'list devices', roomContext, (room) => room.listDevices(roomContext)));
}

/** Returns the people who went in and out in the last minutes. */
export async function readFlow(ctx: ServiceContext, { roomContext }: ReviewAccess): Promise<Flow> {
  return valueOrThrow(await callRoom(ctx, 'read flow', roomContext, (room) => room.readFlow(roomContext)));
}

/**
 * Acknowledges an alert, or changes its note, and returns the open alerts. Everyone who is allowed to count at the event
 * can do this.
 */
export async function acknowledgeAlert(
  ctx: ServiceContext,
  { roomContext, principal, sessionId }: CountingAccess,
  alertId: string,
  body: unknown,
): Promise<Alert[]> {
  const { clientId = null, note } = parse(AcknowledgementSchema, body);
  const checked = note === undefined ? undefined : orInvalidInput(checkNote(note, ALERT_NOTE_MAX_LENGTH));
  return valueOrThrow(
    await callRoom(ctx, 'acknowledge alert', roomContext, (room) =>
      room.acknowledgeAlert(roomContext, alertId, principal, clientId, checked, sessionId),
    ),
  );
}

/** Returns the alerts that are open or ended within the last 24 hours, newest first. */
export async function listAlerts(
  ctx: ServiceContext,
  { roomContext }: ReviewAccess,
  page: PageQuery,
): Promise<ListedAlerts> {
  const read = { after: readCursor(page.after), limit: rowsFor(page) };
  const { machineAlerts, ...listed } = valueOrThrow(
    await callRoom(ctx, 'list alerts', roomContext, (room) => room.listAlerts(roomContext, read)),
  );
  const { entries, next } = cutPage(listed.alerts, page, ({ raisedAt, alertId }) =>
    cursorOf(Date.parse(raisedAt), alertId),
  );
  return {
    ...listed,
    alerts: entries,
    ...(machineAlerts.length > 0 && { machineAlerts }),
    ...(next !== null && { next }),
  };
}

/** Handles a polling call (docs/product.md, R5): counts the taps, then returns ack and sync. */
export async function pollEvent(
  ctx: ServiceContext,
  { roomContext, principal, sessionId }: CountingAccess,
  body: unknown,
  { device }: Pick<Reader, 'device'>,
): Promise<PollAnswer> {
  const poll = { ...parse(PollSchema, body), device };
  return valueOrThrow(
    await callRoom(ctx, 'poll', roomContext, (room) => room.poll(roomContext, principal, poll, sessionId)),
  );
}
