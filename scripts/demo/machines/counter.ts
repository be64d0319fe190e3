import type { SourceAnswer, SourceBatch, SourceItem } from '../../../src/rpc/source-batch';
import { SOURCE_ITEMS_MAX } from '../../../src/rpc/limits';
import type { Api } from '../api';
import type { MachineSpec, Show } from '../shows/show';

/** People who pass a machine's door: a tap that the machine makes instead of a person. `at` is epoch ms. */
export interface Passage {
  area: number;
  change: number;
  to?: number;
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

/** The machine that counts at one of the show's doors: it numbers what passes, or adds it up. */
export class Counter {
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
    const { nextSeq } = await this.send([this.spec.kind === 'camera' ? this.totals(at) : { seq: 1, in: 0 }]);
    this.nextSeq = nextSeq;
  }

  /** Counts people who pass, and returns what has to be sent. */
  count({ area, change, to, at }: Passage): SourceItem {
    const { kind, areas } = this.spec;
    const people = Math.abs(change);
    const entered = change > 0 ? area : to;
    const isIn = entered === areas[0];
    if (kind === 'turnstile') return { seq: this.nextSeq++, [isIn ? 'in' : 'out']: people, at };
    if (isIn) this.inTotal += people;
    else this.outTotal += people;
    return this.totals(at);
  }

  /** What the machine's display shows: a camera's totals. A turnstile has nothing new to say. */
  idle(at: number): SourceItem[] {
    return this.spec.kind === 'camera' ? [this.totals(at)] : [];
  }

  /**
   * Sends the items, in as many calls as they need. They can be sent again unchanged when a call has failed.
   * @throws {Error} the call, or one of its items, was refused
   */
  async send(items: readonly SourceItem[]): Promise<SourceAnswer> {
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
