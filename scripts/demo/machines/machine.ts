import type { SourceAnswer, SourceBatch, SourceItem } from '../../../src/rpc/source-batch';
import { SOURCE_ITEMS_MAX } from '../../../src/rpc/limits';
import type { Move } from '../../../test/support/crowd';
import type { Api } from '../../../test/support/api';
import type { MachineSpec, Show } from '../shows/show';

/** People who pass a machine's door: a tap that the machine makes instead of a person. `at` is epoch ms. */
export interface Passage extends Omit<Move, 'device'> {
  at: number;
}

export interface MachinePlace {
  /** The call, made with a key of the scope `count`. */
  api: Pick<Api, 'count'>;
  eventId: string;
  areaIds: readonly string[];
  show: Show;
  /** The index of its device in the show. */
  device: number;
}

/** What has passed waits this long for the next call, so that it takes fewer calls and is not late in reports. */
const SEND_WITHIN_MS = 45_000;

/** The machine that counts at one of the show's doors: it numbers what passes, or adds it up, and sends it. */
export class Machine<P extends Passage = Passage> {
  /** What has passed and is not in the room's numbers yet. */
  waiting: { passage: P; item: SourceItem }[] = [];
  private readonly place: MachinePlace;
  private readonly spec: MachineSpec;
  private nextSeq = 1;
  private inTotal = 0;
  private outTotal = 0;

  constructor(place: MachinePlace) {
    const spec = place.show.devices[place.device]?.machine;
    if (spec === undefined) throw new Error(`${place.show.eventName} has no machine ${place.device}`);
    this.place = place;
    this.spec = spec;
  }

  /**
   * Switches the machine on: a turnstile goes on with its numbers, which the server knows; a camera begins again from 0.
   * @param at epoch ms
   */
  async begin(at: number): Promise<void> {
    // An item that counts nobody: the server answers with the number that comes next, and keeps an earlier item.
    const { nextSeq } = await this.post([this.spec.kind === 'camera' ? this.totals(at) : { seq: 1, in: 0 }]);
    this.nextSeq = nextSeq;
  }

  pass(passage: P): void {
    this.waiting.push({ passage, item: this.count(passage) });
  }

  /** When what has passed has to be sent, epoch ms; Infinity if nobody has passed. */
  get dueAt(): number {
    return (this.waiting[0]?.passage.at ?? Infinity) + SEND_WITHIN_MS;
  }

  /**
   * Sends what has passed, and returns it: the room has counted it. What a call that fails has not sent is sent again.
   * @param idleAt the time at which an idle camera shows its totals, so that it is not missed, epoch ms
   * @throws {Error} a call, or one of its items, was refused
   */
  async send(idleAt?: number): Promise<P[]> {
    const sent = this.waiting.map(({ passage }) => passage);
    const isShown = sent.length === 0 && idleAt !== undefined && this.spec.kind === 'camera';
    const items = isShown ? [this.totals(idleAt)] : this.waiting.map(({ item }) => item);
    if (items.length > 0) await this.post(items);
    this.waiting = this.waiting.slice(sent.length);
    return sent;
  }

  private count({ area, change, to, at }: Passage): SourceItem {
    const { kind, areas } = this.spec;
    const people = Math.abs(change);
    const entered = change > 0 ? area : to;
    const isIn = entered === areas[0];
    if (kind === 'turnstile') return { seq: this.nextSeq++, [isIn ? 'in' : 'out']: people, at };
    if (isIn) this.inTotal += people;
    else this.outTotal += people;
    return this.totals(at);
  }

  /** Sends the items, in as many calls as they need. They can be sent again unchanged when a call has failed. */
  private async post(items: readonly SourceItem[]): Promise<SourceAnswer> {
    const { api, eventId } = this.place;
    let answer = await api.count(eventId, this.batch(items.slice(0, SOURCE_ITEMS_MAX)));
    for (let from = SOURCE_ITEMS_MAX; from < items.length; from += SOURCE_ITEMS_MAX) {
      answer = await api.count(eventId, this.batch(items.slice(from, from + SOURCE_ITEMS_MAX)));
    }
    return answer;
  }

  private batch(items: SourceItem[]): SourceBatch {
    const { areaIds, show, device } = this.place;
    const { sourceId, kind, door, areas } = this.spec;
    const [areaId, otherAreaId] = areas.map((area) => areaIds[area] ?? '');
    const spec = show.devices[device];
    return {
      source: {
        sourceId,
        kind,
        door,
        ...(spec && { sourceName: spec.name, direction: spec.direction }),
        areaId,
        ...(otherAreaId !== undefined && { otherAreaId }),
      },
      items,
    };
  }

  private totals(at: number): SourceItem {
    return { inTotal: this.inTotal, outTotal: this.outTotal, at };
  }
}
