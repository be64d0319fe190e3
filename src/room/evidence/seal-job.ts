import type { RoomCore } from '../core/room-core';
import type { SealingKey } from '../../crypto/evidence-key';
import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import { canonicalText, textHash } from '../../shared/sealed/sealing';
import type { Seal } from '../../shared/sealed/schemas';
import type { EventNews } from '../../rpc/webhook-bodies';
import { isoTime } from '../../time/iso-time';
import { SEAL_RETRY_MS } from './limits';
import { OVERDUE_DELAY_MS } from '../limits';
import { REPORT_STEPS } from '../reports/limits';
import type { FlushedState } from '../state/flushed-state';
import { DayHashes, type DayHashesDeps, type HashedDay } from './day-hashes';
import type { OpenLink } from '../storage/seal-rows';

export interface SealJobDeps extends DayHashesDeps {
  /** Lets the room process waiting taps before the job continues. */
  yieldTurn: () => Promise<void>;
  /** Returns the operator's key; null if there is none. Rejects if the setting is no key. */
  sealingKey: () => Promise<SealingKey | null>;
}

/** The link whose files are being hashed. */
interface Work {
  link: OpenLink;
  steps: Iterator<undefined, HashedDay>;
}

/**
 * Seals each stored report: hashes the day's files in small steps, and adds a link to the event's chain
 * (docs/decisions/0036). A link that was opened with its report is sealed sooner or later, whatever fails in between.
 */
export class SealJob implements AlarmJob {
  readonly name = 'seals';
  readonly logAs = 'room.seal';
  readonly overdueDelayMs = OVERDUE_DELAY_MS;
  private readonly hashes: DayHashes;
  private work: Work | undefined;

  constructor(
    private readonly core: RoomCore,
    private readonly deps: SealJobDeps,
  ) {
    this.hashes = new DayHashes(deps);
  }

  dueAt(): number | undefined {
    const room = this.core.flushNow();
    if (room === undefined || this.core.store.seals.nextOpen === undefined) return undefined;
    return room.now;
  }

  postpone(): number {
    this.work = undefined;
    return SEAL_RETRY_MS;
  }

  /** Takes at most {@link REPORT_STEPS} steps. */
  async run(): Promise<void> {
    const { yieldTurn } = this.deps;
    for (let step = 0; step < REPORT_STEPS; step++) {
      const room = this.core.flushNow();
      this.work = room && (this.work ?? this.begin(room));
      if (this.work === undefined) return;
      const { value: hashed, done } = this.work.steps.next();
      if (done === true) await this.finish(this.work, hashed);
      await yieldTurn();
    }
  }

  /** Undefined when nothing is left to seal. */
  private begin(room: FlushedState): Work | undefined {
    const { store } = this.core;
    const { ledgerReader } = this.deps;
    const { seals, reports } = store;
    for (let link = seals.nextOpen; link !== undefined; link = seals.nextOpen) {
      const report = reports.find(link.day, link.revision);
      const text = reports.figuresOf(link.day, link.revision);
      if (report === undefined || text === undefined) {
        seals.drop(link.seq);
        continue;
      }
      store.writeLogToTables();
      const { eventId, event, dayRules } = room.event;
      const { timeZone } = dayRules.at(-1) ?? dayRules[0];
      const hasTaps = reports.ledgerFrom <= report.startsAt;
      const steps = this.hashes.of({ eventId, eventName: event.eventName, timeZone, ...report }, text, {
        ledgerUpTo: hasTaps ? link.ledgerUpTo : null,
        journalLastId: ledgerReader.journalSpan(report.startsAt).upTo,
      });
      return { link, steps };
    }
    return undefined;
  }

  private async finish({ link }: Work, { sealed, ledgerUpTo, journalUpTo, files }: HashedDay): Promise<void> {
    const { store } = this.core;
    const { sealingKey } = this.deps;
    this.work = undefined;
    // If retention has deleted taps meanwhile, the hash of the ledger is that of a part.
    if (ledgerUpTo !== null && store.reports.ledgerFrom > sealed.startsAt) return;
    const now = this.core.flushNow()?.now;
    if (now === undefined) return;
    const key = await sealingKey();
    const { head } = store.seals;
    // Behind a signed link, one without a signature proves a forgery (docs/decisions/0036).
    if (key === null && head?.signature) throw new Error('EVIDENCE_KEY is not set, but earlier days are signed');
    const { eventId, eventName, timeZone, day, revision, startsAt, endsAt, closedAt, contents } = sealed;
    const seal: Seal = {
      format: 'headroom-seal',
      version: 1,
      seq: link.seq,
      prev: head?.fingerprint ?? null,
      eventId,
      eventName,
      timeZone,
      day,
      revision,
      startsAt: isoTime(startsAt),
      endsAt: isoTime(endsAt),
      closedAt: isoTime(closedAt),
      sealedAt: isoTime(now),
      ledgerUpTo,
      journalUpTo,
      contents,
      files,
      kid: key?.publicKey.kid ?? null,
    };
    const body = canonicalText(seal);
    const [fingerprint, signature] = await Promise.all([textHash(body), key?.sign(body) ?? null]);
    // The event can have been deleted during the signing.
    if (this.core.flushNow() === undefined) return;
    store.seals.seal(link.seq, { body, signature, fingerprint }, () => store.news.add(sealNews(seal, fingerprint)));
  }
}

const sealNews = (seal: Seal, fingerprint: string): EventNews => ({
  type: 'report.sealed',
  data: {
    eventId: seal.eventId,
    eventName: seal.eventName,
    day: seal.day,
    revision: seal.revision,
    sequence: seal.seq,
    fingerprint,
    previousFingerprint: seal.prev,
    sealedAt: seal.sealedAt,
    isSigned: seal.kid !== null,
  },
});
