import type { RoomCore } from '../core/room-core';
import type { Actor } from '../../rpc/identity';
import { ok, refuse, type Result } from '../../rpc/result';
import type { DoubtSettlement } from '../../rpc/source-batch';
import type { ErrorCode } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Draft } from '../counting/draft';
import type { FlushPipeline } from '../counting/flush-pipeline';
import { withDoubts } from '../state/room-state';
import type { SourceChange } from '../storage/room-store';
import { SourceItems } from './source-items';
import type { MachineAlerts } from './machine-alerts';
import { isOpenIn } from '../source-state/open-doubts';
import { SourceEntries } from './source-entries';
import { sourceName, type SourceState, watchedOf } from '../storage/source-rows';
import { doubtsOf, withoutDoubts } from '../source-state/totals-state';

export interface DoubtsDeps {
  pipeline: Pick<FlushPipeline, 'commitSource'>;
  machineAlerts: Pick<MachineAlerts, 'doubtSettled'>;
}

/** The people who may be missing by machines' totals, until somebody settles it (docs/product.md, M17). */
export class Doubts {
  constructor(
    private readonly core: RoomCore,
    private readonly deps: DoubtsDeps,
  ) {}

  /** Tells devices of the areas whose numbers are in doubt now, or no longer. */
  changed(): void {
    const { after, areaIds } = withDoubts(this.core.state, this.core.store.sources.doubts);
    if (areaIds.length === 0) return;
    this.core.commit(after, []);
    this.core.signal({ type: 'counts', areaIds });
  }

  /** Called after areas were reset or recounted: forgets what that has settled, so that alerts about it end at once. */
  counted(): void {
    const { store, now } = this.core;
    const { machineAlerts } = this.deps;
    const { areas } = this.core.state;
    for (const source of store.sources.all()) {
      const totals = withoutDoubts(source.totals, (doubt) => !isOpenIn(areas, doubt));
      if (totals === source.totals) continue;
      const settled = { ...source, totals };
      store.addToJournal([], now(), () => store.sources.put(settled, []));
      store.sources.note(settled, true);
      machineAlerts.doubtSettled(watchedOf(settled));
    }
    this.changed();
  }

  /** Called after a source was stored. Mostly nobody is in doubt, and then there is nothing to look for. */
  stored({ totals }: SourceState): void {
    if (this.core.state.doubts.length > 0 || doubtsOf(totals).length > 0) this.changed();
  }

  /**
   * Ends a source's doubts: counts its people, or knows that they were counted. Refuses one without doubts (not_found), and
   * another number than that of its people (conflict): the doubt has grown while somebody read it.
   */
  settle(sourceId: string, { counted: isCounted, people }: DoubtSettlement, actor: Actor): Result<null> {
    const { store } = this.core;
    const { pipeline, machineAlerts } = this.deps;
    const { areas, event } = this.core.state;
    const known = store.sources.of(sourceId);
    const open = known === undefined ? [] : doubtsOf(known.totals).filter((doubt) => isOpenIn(areas, doubt));
    if (known === undefined || open.length === 0) return { ok: false, code: 'not_found' };
    const missing = open.reduce((sum, { ins }) => sum + ins, 0);
    if (missing !== people) return refuse('conflict', message(serviceTexts, 'doubt_changed', missing));
    const settled: SourceState = { ...known, totals: withoutDoubts(known.totals, () => true) };
    let refusal: ErrorCode | undefined;
    const countAll = (draft: Draft): SourceChange | undefined => {
      const { about } = known;
      const { timeZone } = event.dayRules[0];
      const deps = { draft, about, before: known, rows: store.sources, entries: new SourceEntries(), areas, timeZone };
      const work = new SourceItems(deps);
      if (isCounted) {
        // All of them count or none: what was counted would be in doubt again otherwise.
        refusal = open.map((doubt) => work.refusalOf(doubt)).find((code) => code !== null) ?? undefined;
        if (refusal !== undefined) return undefined;
        for (const doubt of open) work.countDoubt(doubt);
      }
      const entries = open.map(({ areaId, ins }) => ({
        actor,
        kind: isCounted ? ('doubt_counted' as const) : ('doubt_dismissed' as const),
        areaId,
        before: ins,
        after: sourceName(about),
      }));
      return { entries, write: () => store.sources.put(settled, []) };
    };
    const failure = pipeline.commitSource(countAll, () => {
      if (refusal === undefined) store.sources.note(settled, true);
    });
    if (failure !== null || refusal !== undefined) return { ok: false, code: failure ?? refusal ?? 'unavailable' };
    machineAlerts.doubtSettled(watchedOf(settled));
    this.changed();
    return ok(null);
  }
}
