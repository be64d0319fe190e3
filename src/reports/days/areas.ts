import type { AreaFigures, AreaOpening, OpeningState } from '../figures';
import { inForce } from './limit-times';
import { SubjectTrack } from './subject';

/** One area over time, while figures of days are built. */
export class AreaTrack {
  areaName: string;
  countsFrom: number;
  deletedAt: number | null;
  readonly subject: SubjectTrack;

  constructor(
    readonly areaId: string,
    opening: Partial<AreaOpening>,
  ) {
    this.areaName = opening.areaName ?? '';
    this.countsFrom = opening.countsFrom ?? 0;
    this.deletedAt = opening.deletedAt ?? null;
    this.subject = new SubjectTrack(opening.occupancy ?? 0, opening.capacity ?? 0, inForce(opening.limits, 0));
  }

  end(until: number): AreaFigures | null {
    const figures = this.subject.end(until);
    const { areaId, areaName, deletedAt } = this;
    return figures && { areaId, areaName, deletedAt, ...figures };
  }

  get state(): AreaOpening {
    const { areaId, areaName, countsFrom, deletedAt } = this;
    const { occupancy, capacity } = this.subject;
    const limits = this.subject.limits.map(({ staff: _none, ...limit }) => limit);
    const state = { areaId, areaName, capacity: capacity ?? 0, occupancy, countsFrom, deletedAt };
    return limits.length === 0 ? state : { ...state, limits };
  }
}

/** All areas of an event, in the order in which they first appear. */
export class AreaTracks {
  private readonly tracks = new Map<string, AreaTrack>();

  constructor({ areas }: OpeningState) {
    for (const area of areas) this.tracks.set(area.areaId, new AreaTrack(area.areaId, area));
  }

  [Symbol.iterator](): IterableIterator<AreaTrack> {
    return this.tracks.values();
  }

  get(areaId: string): AreaTrack | undefined {
    return this.tracks.get(areaId);
  }

  /** @param first the capacity and limits with which the area is added */
  add(areaId: string, first: Pick<AreaOpening, 'capacity' | 'limits'>): AreaTrack {
    const track = new AreaTrack(areaId, first);
    this.tracks.set(areaId, track);
    return track;
  }
}
