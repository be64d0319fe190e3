import { letsIn } from '../../../../src/shared/orders/schemas';
import { abortAllDurableObjects, evictDurableObject } from 'cloudflare:test';
import { vi } from 'vitest';
import { ALERT_DWELL_MS } from '../../../../src/room/live/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/shared/durations';
import { UNDO_WITHIN_MS } from '../../../../src/shared/protocol/limits';
import { FRIDAY_NIGHT } from '../../../support/moments';
import { type ModelAck, type ModelTap, RoomModel } from '../../../support/room-model';
import { closings, valueOf } from '../closings';
import { putDefinition } from '../definitions';
import type { Device } from '../device';
import { ADMIN, categoryCounts, clientIdOf, counts, definition, EVENT_ID, joinRoom, roomStub, visitOf } from '../room';
import { DrillModel } from './drill-model';
import { briefOf, OrderModel, targetOf } from './order-model';
import { expectAlerts, expectFlow, expectLedger, expectReports, expectSame } from './room-checks';
import { AREAS, CATEGORIES, type Step, STEP_MS } from './room-steps';

// An overdue alarm rings now. These tests do not set the clock back.
const reports = closings((at) => vi.setSystemTime(Math.max(at, Date.now())));
const visit = visitOf(definition());

/** A device that keeps its taps as the outbox does. The simulated network decides what it sends and from which seq. */
interface Sender {
  clientId: string;
  principal: typeof ADMIN | `code:${string}`;
  made: ModelTap[];
  device: Device | null;
}

/** An ack, from the model or as it arrived. */
type Said = { [K in keyof ModelAck]?: ModelAck[K] | undefined };

/** One room with its counting devices, beside a model of it. */
export class Venue {
  readonly model = new RoomModel();
  readonly orders = new OrderModel();
  readonly drills = new DrillModel(visit);
  readonly senders: Sender[] = [ADMIN, `code:${EVENT_ID}` as const, ADMIN].map((principal, i) => ({
    clientId: clientIdOf(i + 1),
    principal,
    made: [],
    device: null,
  }));
  /** By minute: the people in each area when it ended. */
  readonly ends = new Map<number, Record<string, number>>();
  private known = definition({
    revision: 2,
    account: { revision: 3, status: 'active', trialEndsAt: 0 },
    areas: AREAS.map((areaId) => ({ areaId, areaName: areaId, capacity: 100 })),
  });

  async open(): Promise<void> {
    vi.setSystemTime(FRIDAY_NIGHT - 4 * DAY_MS);
    for (const areaId of AREAS) this.model.addArea(areaId);
    for (const category of CATEGORIES) this.model.categories.add(category);
    const list = CATEGORIES.map((categoryId) => ({ categoryId, name: categoryId, capacity: null }));
    await this.define({ event: { ...this.known.event, categories: { list, areOutsNamed: false } } });
    vi.setSystemTime(FRIDAY_NIGHT);
    await this.come(20);
  }

  /** Counts that many entries at once and reliably. */
  private async come(people: number): Promise<void> {
    const tap = {
      areaId: 'main',
      to: undefined,
      category: 'adult',
      change: people,
      ageMs: 0,
      times: 1,
      isSent: true,
    } as const;
    await this.play({ do: 'tap', client: 2, ...tap });
  }

  private async define(changes: Partial<typeof this.known>): Promise<void> {
    this.known = { ...this.known, ...changes, revision: this.known.revision + 1 };
    await roomStub().applyDefinition(this.known, ADMIN);
    await putDefinition({ ...this.known, areas: [] });
  }

  async play(action: Step): Promise<void> {
    const { model, senders } = this;
    vi.setSystemTime(Date.now() + STEP_MS);
    const now = Date.now();
    const sender = 'client' in action ? senders[action.client] : undefined;
    switch (action.do) {
      case 'tap': {
        const { areaId, to, category, change, ageMs, times, isSent } = action;
        for (let n = 0; n < times; n++) sender?.made.push({ areaId, to, category, change, at: now - ageMs });
        if (isSent && sender) await this.send(sender, this.nextSeq(sender), 200, 'poll');
        break;
      }
      case 'leaveEarly': {
        const { client, areaId, category, left, came, ageMs } = action;
        const both = { do: 'tap', areaId, to: undefined, category, times: 1, isSent: true } as const;
        await this.play({ ...both, client, change: 0 - left, ageMs: 0 });
        await this.play({ ...both, client: (client + 1) % 3, change: came, ageMs });
        break;
      }
      case 'undo': {
        if (!sender) break;
        const undoes = Math.max(1, sender.made.length - action.back);
        const tap = sender.made[undoes - 1] ?? { areaId: 'main', change: 1, at: now };
        // The limit for an undo is an hour, as far as rows of a minute can tell.
        const receivedAt = model.clients.get(sender.clientId)?.taps[undoes - 1]?.receivedAt ?? now;
        if (now - receivedAt > UNDO_WITHIN_MS - 2 * MINUTE_MS) break;
        const change = action.isRight ? 0 - tap.change : tap.change + 1;
        const { category } = action;
        sender.made.push({ areaId: tap.areaId, to: tap.to, category, change: change || 1, at: now, undoes });
        break;
      }
      case 'send':
        if (sender) await this.send(sender, Math.max(1, this.nextSeq(sender) - action.back), action.size, action.way);
        break;
      case 'drop':
        sender?.device?.socket.close();
        if (sender) sender.device = null;
        break;
      case 'restart':
        await evictDurableObject(roomStub());
        model.wake();
        break;
      case 'crash':
        if (sender) await this.crash(sender, action.size, action.afterMs);
        break;
      case 'reset': {
        const { areaId } = action;
        const { ok } = await roomStub().resetArea(visit, areaId, ADMIN);
        expectSame(ok, areaId === null || areaId in model.counts);
        for (const each of areaId === null ? AREAS : [areaId]) model.reset(each, now);
        break;
      }
      case 'recount': {
        const { areaId, occupancy, adults: percent } = action;
        const before = model.counts[areaId]?.[0];
        const adults = percent === undefined ? null : Math.floor((occupancy * percent) / 100);
        const occupancies = adults === null ? null : { adult: adults, child: occupancy - adults };
        const categories = Object.entries(occupancies ?? {}).map(([categoryId, people]) => ({
          categoryId,
          occupancy: people,
        }));
        const recount = { occupancy, reason: 'By eye', ...(occupancies !== null && { categories }) };
        const answer = await roomStub().recountArea(visit, areaId, recount, ADMIN);
        if (before === undefined) expectSame(answer.ok, false);
        else expectSame(valueOf(answer), { areaId, before, after: occupancy, drift: occupancy - before });
        model.recount(areaId, occupancy, now, occupancies && new Map(Object.entries(occupancies)));
        break;
      }
      case 'order': {
        const { areaId, kind } = action;
        const target = areaId === null ? ({ type: 'event' } as const) : ({ type: 'area', areaId } as const);
        const { ok } = await roomStub().giveOrder(visit, { kind, target }, ADMIN);
        const mayBeGiven = !(this.drills.isReal && letsIn(kind));
        expectSame(ok, mayBeGiven && (areaId === null || areaId in model.counts));
        if (ok) this.orders.give(areaId ?? 'event', kind);
        break;
      }
      case 'confirm': {
        const [target, orderId] = await this.orderAt(action.order);
        if (sender === undefined || target === undefined) break;
        const { clientId, principal } = sender;
        for (let n = 0; n < action.times; n++)
          valueOf(await roomStub().confirmOrder(visit, orderId, principal, { clientId }, `session-of-${clientId}`));
        this.orders.confirm(target, principal, clientId);
        break;
      }
      case 'endOrder': {
        const [target, orderId] = await this.orderAt(action.order);
        expectSame((await roomStub().endOrder(visit, orderId, ADMIN)).ok, target !== undefined);
        if (target !== undefined) this.orders.end(target);
        break;
      }
      case 'evacuate':
        await this.drills.start(action.isDrill, this.people);
        if (this.drills.isReal) this.orders.endThoseThatLetIn();
        break;
      case 'drillTap':
        await this.drills.tap(action.areaId, action.change, action.ageMs);
        break;
      case 'endEvacuation':
        await this.drills.end();
        break;
      case 'define': {
        const { change, capacity } = action;
        const [main, ...others] = this.known.areas;
        if (change === 'capacity' && main) await this.define({ areas: [{ ...main, capacity }, ...others] });
        if (change === 'venue') {
          const venue = { capacity, staffAllowance: 0, safetyMarginPercent: 10, alertThresholds: [50, 75, 100] };
          await this.define({ event: { ...this.known.event, venue } });
        }
        if (change === 'delete') {
          await this.define({ areas: this.known.areas.filter(({ areaId }) => areaId !== 'tent') });
          model.deleteArea('tent');
          this.orders.end('tent');
        }
        break;
      }
      case 'wait':
        // An undo twelve hours later may be out of reach.
        for (const each of senders) {
          const unsent = each.made.slice(model.lastSeq(each.clientId));
          const isLate = unsent.some(({ at, undoes }) => undoes !== undefined && now + action.ms - at > 10 * HOUR_MS);
          if (isLate) await this.send(each, this.nextSeq(each), 200, 'poll');
        }
        await reports.ringUntil(now + action.ms);
        model.wake();
        break;
      case 'look':
        await roomStub().readFlow(visit);
    }
    await this.look();
  }

  /** The target and the id of the n-th order in force. */
  private async orderAt(n: number): Promise<[target: string | undefined, orderId: string]> {
    const target = this.orders.targetAt(n);
    const { orders } = valueOf(await roomStub().listOrders(visit));
    return [target, orders.find((order) => targetOf(order) === target)?.orderId ?? 'no-such-order'];
  }

  private async look(): Promise<void> {
    expectSame(briefOf(valueOf(await roomStub().listOrders(visit))), this.orders.brief);
    expectSame(await counts(), this.model.counts);
    expectSame(await categoryCounts(), this.model.categoryCounts);
    await this.drills.look();
    this.ends.set(Math.floor(Date.now() / MINUTE_MS), this.people);
  }

  /** The people in each area. */
  private get people(): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.model.counts).map(([areaId, [occupancy = 0]]) => [areaId, occupancy]),
    );
  }

  private nextSeq({ clientId }: Sender): number {
    return this.model.lastSeq(clientId) + 1;
  }

  /** The taps from `from` on, in frames of `size`. */
  private frames({ made }: Sender, from: number, size: number) {
    const sentAt = Date.now();
    const starts = Array.from({ length: Math.ceil((made.length - from + 1) / size) }, (_, i) => from + i * size);
    return starts.map((seq) => ({ seq, sentAt, taps: made.slice(seq - 1, seq - 1 + size) }));
  }

  /** The answer that the room must give to a frame. */
  private receive({ clientId, principal }: Sender, frame: { seq: number; sentAt: number; taps: ModelTap[] }) {
    return this.model.receive({ ...frame, clientId, principal, receivedAt: frame.sentAt });
  }

  private async join(sender: Sender): Promise<{ device: Device; lastSeq: number }> {
    const { clientId, principal } = sender;
    const { device, sync } = await joinRoom(clientId, { principal, sessionId: `session-of-${clientId}` });
    sender.device = device;
    return { device, lastSeq: sync.lastSeq };
  }

  private async connected(sender: Sender): Promise<Device> {
    if (sender.device?.closed === null) return sender.device;
    const { device, lastSeq } = await this.join(sender);
    expectSame(lastSeq, this.nextSeq(sender) - 1);
    return device;
  }

  private async send(sender: Sender, from: number, size: number, way: 'socket' | 'poll'): Promise<void> {
    const frames = this.frames(sender, from, size);
    const { clientId, principal } = sender;
    if (way === 'poll') {
      for (const frame of frames) {
        const { ack, sync } = valueOf(await roomStub().poll(visit, principal, { ...frame, clientId }, clientId));
        expectSame(merged([ack]), this.receive(sender, frame));
        expectSame(sync.lastSeq, ack.seq);
      }
      return;
    }
    const device = await this.connected(sender);
    const heard = device.frames.length;
    for (const frame of frames) device.send({ type: 'update_occupancy', eventId: EVENT_ID, ...frame });
    const expected = merged(frames.map((frame) => this.receive(sender, frame)));
    const acks = () => merged(device.frames.slice(heard).filter((frame) => frame.type === 'ack'));
    await device.until(() => acks().seq >= expected.seq || undefined, `acks up to ${expected.seq}`);
    device.send({ type: 'request_sync' });
    const sync = await device.next('sync');
    expectSame(acks(), expected);
    expectSame([sync.lastSeq, device.closed], [this.nextSeq(sender) - 1, null]);
  }

  /** Sends taps and ends the room's process at once. The room must still know everything that it has acknowledged. */
  private async crash(sender: Sender, size: number, afterMs: number): Promise<void> {
    const device = await this.connected(sender);
    const heard = device.frames.length;
    const frames = this.frames(sender, this.nextSeq(sender), size);
    for (const frame of frames) device.send({ type: 'update_occupancy', eventId: EVENT_ID, ...frame });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await abortAllDurableObjects();
    const acked = device.frames.slice(heard).findLast((frame) => frame.type === 'ack')?.seq ?? 0;
    for (const each of this.senders) each.device = null;
    const { lastSeq } = await this.join(sender);
    expectSame(lastSeq >= acked, true);
    for (const frame of frames) if (frame.seq <= lastSeq) this.receive(sender, frame);
    expectSame(lastSeq, this.nextSeq(sender) - 1);
    this.model.wake();
  }

  /** Reconnects all devices, which send the taps that the room does not have. */
  async settle(): Promise<void> {
    for (const sender of this.senders) {
      await this.send(sender, this.nextSeq(sender), 7, 'socket');
      expectSame(this.nextSeq(sender), sender.made.length + 1);
    }
    await this.look();
  }

  async check(): Promise<void> {
    // From here on nothing is held back.
    vi.setSystemTime(Date.now() + ALERT_DWELL_MS);
    await this.come(1);
    await expectAlerts(this.model, this.known);
    await expectLedger(this.model);
    vi.setSystemTime(Date.now() + STEP_MS);
    await expectFlow(this.model, this.ends);
    await reports.ringUntil(Date.now() + 2 * DAY_MS);
    await expectReports(this.model, reports);
  }
}

const merged = (acks: readonly (Said | null)[]): ModelAck => ({
  seq: acks.at(-1)?.seq ?? 0,
  rejected: acks.flatMap((ack) => ack?.rejected ?? []).map(({ seq, code }) => ({ seq, code })),
  floored: acks.flatMap((ack) => ack?.floored ?? []),
});
