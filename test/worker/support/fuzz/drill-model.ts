import { isTwin, twinOf } from '../../../../src/shared/evacuation/side-areas';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import type { RoomCallContext } from '../../../../src/rpc/identity';
import { valueOf } from '../closings';
import { ADMIN, clientIdOf, roomStub } from '../room';
import { expectSame } from './room-checks';

/**
 * Evacuations and drills beside the model of a room, which does not know them: so all figures of the room must be as if
 * there were none.
 */
export class DrillModel {
  private running: { evacuationId: string; isDrill: boolean; startedAt: number } | null = null;
  /** The people in each twin. */
  private readonly twins = new Map<string, number>();
  private seq = 0;

  constructor(private readonly visit: RoomCallContext) {}

  /** Whether an evacuation runs: then no order lets people in (docs/product.md, O10). */
  get isReal(): boolean {
    return this.running?.isDrill === false;
  }

  /** A drill does not become real here, because that changes figures. @param people in each area */
  async start(isDrill: boolean, people: Readonly<Record<string, number>>): Promise<void> {
    if (this.running?.isDrill === true && !isDrill) return;
    const started = await roomStub().startEvacuation(this.visit, { isDrill }, ADMIN);
    expectSame(started.ok, this.running === null);
    if (!started.ok) return;
    const { evacuationId, startedAt } = started.value;
    this.running = { evacuationId, isDrill, startedAt: Date.parse(startedAt) };
    if (!isDrill) return;
    for (const [areaId, occupancy] of Object.entries(people)) this.twins.set(twinOf(areaId), occupancy);
  }

  async end(): Promise<void> {
    const { evacuationId = 'none' } = this.running ?? {};
    const ended = await roomStub().endEvacuation(this.visit, evacuationId, {}, ADMIN);
    expectSame(ended.ok, this.running !== null);
    this.running = null;
  }

  /** Counts on a twin, as a device does that shows a drill or has not heard of its end. */
  async tap(areaId: string, change: number, ageMs: number): Promise<void> {
    const twin = twinOf(areaId);
    const people = this.twins.get(twin);
    if (people === undefined) return;
    const now = Date.now();
    const frame = { seq: ++this.seq, sentAt: now, taps: [{ areaId: twin, change, at: now - ageMs }] };
    const { ack } = valueOf(
      await roomStub().poll(this.visit, ADMIN, { ...frame, clientId: clientIdOf(9) }, clientIdOf(9)),
    );
    expectSame([ack.seq, ack.rejected], [this.seq, undefined]);
    const { sideAreas } = await this.shown();
    const after = sideAreas?.find((side) => side.areaId === twin)?.currentOccupancy;
    const isLate = now - ageMs < (this.running?.startedAt ?? 0);
    this.twins.set(twin, isLate ? people : Math.max(0, people + change));
    if (after !== undefined) expectSame(after, this.twins.get(twin));
  }

  /** What devices are shown, against the model. */
  async look(): Promise<void> {
    const { evacuationId, sideAreas } = await this.shown();
    expectSame(evacuationId, this.running?.evacuationId);
    for (const { areaId, currentOccupancy } of sideAreas ?? []) {
      expectSame([areaId, currentOccupancy], [areaId, isTwin(areaId) ? this.twins.get(areaId) : 0]);
    }
  }

  private async shown(): Promise<Partial<Evacuation>> {
    return valueOf(await roomStub().listAreas(this.visit)).evacuation ?? {};
  }
}
