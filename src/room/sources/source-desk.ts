import type { RoomCore } from '../core/room-core';
import type { Actor } from '../../rpc/identity';
import { ok, type Result } from '../../rpc/result';
import type { SourceDetail, SourceFacts } from '../../rpc/source-views';
import { isoTime } from '../../time/iso-time';
import type { Doubts } from './doubts';
import type { MachineAlerts } from './machine-alerts';
import { isOpenIn } from '../source-state/open-doubts';
import { clockOffsetOf } from '../source-state/source-clock';
import type { RecentItems } from './recent-items';
import { sourceClientOf, sourceName, type SourceState, watchedOf } from '../storage/source-rows';
import { doubtsOf } from '../source-state/totals-state';
import { troubleOf } from '../source-state/trouble-of';

export interface SourceDeskDeps {
  recent: RecentItems;
  machineAlerts: Pick<MachineAlerts, 'forget'>;
  doubts: Pick<Doubts, 'changed'>;
}

/** Shows the event's sources to its admin, and deletes them (docs/product.md, M15). */
export class SourceDesk {
  constructor(
    private readonly core: RoomCore,
    private readonly deps: SourceDeskDeps,
  ) {}

  list(): Result<SourceFacts[]> {
    const now = this.core.now();
    return ok(
      this.core.store.sources
        .all()
        .toSorted((a, b) => a.addedAt - b.addedAt)
        .map((source) => this.factsOf(source, now)),
    );
  }

  read(sourceId: string): Result<SourceDetail> {
    const source = this.core.store.sources.of(sourceId);
    if (source === undefined) return { ok: false, code: 'not_found' };
    return ok({ ...this.factsOf(source, this.core.now()), ...this.deps.recent.of(sourceId) });
  }

  /** What the source has counted stays, under its name: from now on it stands there as a device that has left. */
  delete(sourceId: string, actor: Actor): Result<null> {
    const { store } = this.core;
    const { recent, machineAlerts, doubts } = this.deps;
    const now = this.core.now();
    const source = store.sources.of(sourceId);
    const client = store.sources.client(sourceClientOf(sourceId));
    if (source === undefined || client === undefined) return { ok: false, code: 'not_found' };
    const { areaId } = source.about;
    const after = sourceName(source.about);
    store.addToJournal([{ actor, kind: 'source_deleted', ...(areaId !== undefined && { areaId }), after }], now, () => {
      store.sources.delete(sourceId);
      store.devices.put(client);
    });
    store.sources.forget(sourceId);
    recent.forget(sourceId);
    machineAlerts.forget(sourceId);
    doubts.changed();
    return ok(null);
  }

  private factsOf(source: SourceState, now: number): SourceFacts {
    const { about, owner, tried, offsets, totals, addedAt, heardAt, nextSeq } = source;
    const doubts = doubtsOf(totals)
      .filter((doubt) => doubt.ins > 0 && isOpenIn(this.core.state.areas, doubt))
      .map(({ areaId, ins: people }) => ({ areaId, people }));
    return {
      sourceId: about.sourceId,
      name: sourceName(about),
      settings: about,
      owner,
      refusedSender: tried === undefined ? null : { ...tried, at: isoTime(tried.at) },
      addedAt: isoTime(addedAt),
      lastHeardAt: isoTime(heardAt),
      trouble: troubleOf(watchedOf(source), now),
      ...(doubts.length > 0 && { doubts }),
      nextSeq,
      clockOffsetMs: clockOffsetOf(offsets),
    };
  }
}
