import { expect } from 'vitest';
import type { NewOrder, Order, OrderTarget } from '../../../src/shared/orders/schemas';
import { eventually } from '../../support/eventually';
import { valueOf } from './closings';
import type { Device } from './device';
import { ADMIN, clientIdOf, CODE, joinRoom, query, roomStub, VISIT } from './room';

/** Orders to doors of access-code users, each door with a number and a session of its own. */

export const EVENT: OrderTarget = { type: 'event' };
export const BAR: OrderTarget = { type: 'area', areaId: 'bar' };

export const give = async (kind: NewOrder['kind'], target: OrderTarget = EVENT, more: Partial<NewOrder> = {}) =>
  valueOf(await roomStub().giveOrder(VISIT, { kind, target, ...more }, ADMIN));
/** Gives an order and returns its id. */
export const given = async (...order: Parameters<typeof give>): Promise<string> =>
  (await give(...order)).orders[0]?.orderId ?? '';
export const end = (orderId: string) => roomStub().endOrder(VISIT, orderId, ADMIN);
export const read = async () => valueOf(await roomStub().listOrders(VISIT)).orders;

export const deviceIdOf = (n: number): string => `device-${String(n).padStart(12, '0')}`;
export const door = (n: number) => ({ deviceId: deviceIdOf(n), deviceName: `Door ${n}` });
export const sessionOf = (n: number) => `session-of-door-${n}`;
/** Joins as an access-code user's door with this number. */
export const joinDoor = (n: number, more: { direction?: 'in' | 'out'; areaId?: string } = {}) =>
  joinRoom(clientIdOf(n), { principal: CODE, sessionId: sessionOf(n) }, { ...door(n), ...more });
export const confirm = (orderId: string, n: number, about: object = {}, as: typeof CODE | typeof ADMIN = CODE) =>
  roomStub().confirmOrder(VISIT, orderId, as, { clientId: clientIdOf(n), ...about }, sessionOf(n));
export const left = (n: number) =>
  eventually(async () => {
    const [row] = await query('SELECT left_at FROM devices WHERE client_id = ?', clientIdOf(n));
    expect(row?.['left_at']).not.toBeNull();
  });
/** Waits until these kinds are what the device has heard last. */
export const hears = (device: Device, kinds: Order['kind'][]) =>
  eventually(() =>
    expect(
      device
        .all('orders_changed')
        .at(-1)
        ?.orders.map(({ kind }) => kind),
    ).toEqual(kinds),
  );
