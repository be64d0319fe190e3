import type { Principal } from '../../../../src/rpc/identity';
import { letsIn, type NewOrder, type OrderList } from '../../../../src/shared/orders/schemas';

interface ModelOrder {
  kind: NewOrder['kind'];
  confirmedBy: Set<string>;
}

/** The orders that a room must have in force, by target: `event` or the id of an area, in the order of their giving. */
export class OrderModel {
  private readonly open = new Map<string, ModelOrder>();

  give(target: string, kind: ModelOrder['kind']): void {
    this.open.delete(target);
    this.open.set(target, { kind, confirmedBy: new Set() });
  }

  end(target: string): void {
    this.open.delete(target);
  }

  /** An evacuation has begun. */
  endThoseThatLetIn(): void {
    for (const [target, { kind }] of this.open) if (letsIn(kind)) this.open.delete(target);
  }

  confirm(target: string, principal: Principal, deviceId: string): void {
    this.open.get(target)?.confirmedBy.add(`${principal.split(':')[0]} ${deviceId}`);
  }

  /** The target of the n-th order in force; undefined if there is none. */
  targetAt(n: number): string | undefined {
    return [...this.open.keys()][n % Math.max(1, this.open.size)];
  }

  get brief(): unknown[] {
    return [...this.open].map(([target, { kind, confirmedBy }]) => [target, kind, [...confirmedBy].toSorted()]);
  }
}

/** The target in the form of {@link OrderModel}. */
export const targetOf = ({ target }: OrderList['orders'][number]): string =>
  target.type === 'area' ? target.areaId : target.type;

/** The same as {@link OrderModel.brief} from what the room says. */
export const briefOf = ({ orders }: OrderList): unknown[] =>
  orders
    .toReversed()
    .map((order) => [
      targetOf(order),
      order.kind,
      order.confirmations.map(({ isAdmin, deviceId }) => `${isAdmin ? 'admin' : 'code'} ${deviceId}`).toSorted(),
    ]);
