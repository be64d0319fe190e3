import * as z from 'zod/mini';
import { type JournalEvacuation, JournalEvacuationSchema } from '../../shared/evacuation/schemas';
import { actorKind, type StoredEntry, sealedEntries } from './journal-file';
import { isOnOrder, OrderHistory } from './order-history';
import type { DaySpan, IdSpan } from './sealed-day';

/** How many orders, and how many resets and recounts, the sealed report lists. The format is frozen with it. */
const LISTED_MAX = 500;

const CorrectionSchema = z.object({
  kind: z.enum(['occupancy_reset', 'occupancy_recounted']),
  /** Epoch ms. */
  at: z.int(),
  areaId: z.string(),
  /** The people in the area before and after it. */
  before: z.int(),
  after: z.int(),
  /** What kind of user did it. */
  actor: z.string(),
  note: z.nullable(z.string()),
});
/** A reset or recount of an area. */
export type Correction = z.infer<typeof CorrectionSchema>;

/** An evacuation or drill as the day's journal has it: a side is null if it began or ended on another day. */
export interface DayEvacuation {
  isDrill: boolean;
  /** When the drill that it was became an evacuation, epoch ms; null if that was not on this day. */
  becameRealAt: number | null;
  /** Whether it was marked as started by mistake with its end. */
  isMistake: boolean;
  began: EvacuationSide | null;
  ended: EvacuationSide | null;
}

/** The people inside at a time, epoch ms; in a drill, as the drill counted them. */
interface EvacuationSide {
  at: number;
  people: number;
}

const jsonOf = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/**
 * The orders to doors, evacuations, drills, resets and recounts of a sealed day, and who acted. They are made from the day's sealed journal alone, so that
 * the report can be made again; timelines are not, because taps can change them after the day was sealed.
 */
export class DayEvents {
  /** The users who acted on the day, and the kinds of its entries. */
  readonly actors = new Set<string>();
  readonly kinds = new Set<string>();
  readonly orders = new OrderHistory(LISTED_MAX);
  readonly corrections: Correction[] = [];
  correctionsLeftOut = 0;
  private readonly byId = new Map<string, DayEvacuation>();

  constructor(
    private readonly day: DaySpan,
    private readonly span: IdSpan,
  ) {}

  /** The evacuations and drills in the order of their entries. */
  get evacuations(): DayEvacuation[] {
    return [...this.byId.values()];
  }

  /** @param rows stored rows of the journal in the order of their ids. Returns whether the end of the span is reached. */
  add(rows: readonly unknown[]): boolean {
    const { entries, isEnd } = sealedEntries(this.day, this.span, rows);
    for (const entry of entries) {
      this.actors.add(actorKind(entry));
      this.kinds.add(entry.kind);
      if (isOnOrder(entry)) this.addOrder(entry);
      else if (entry.kind === 'evacuation_started' || entry.kind === 'evacuation_ended') this.addSide(entry);
      else if (entry.kind === 'occupancy_reset' || entry.kind === 'occupancy_recounted') this.addCorrection(entry);
      else if (entry.kind === 'drill_made_real') this.addReal(entry);
    }
    return isEnd;
  }

  private addOrder(entry: StoredEntry): void {
    this.orders.add({ ...entry, before: jsonOf(entry.before), after: jsonOf(entry.after) });
  }

  private addCorrection(entry: StoredEntry): void {
    if (this.corrections.length === LISTED_MAX) {
      this.correctionsLeftOut += 1;
      return;
    }
    const { area_id: areaId, before, after, ...rest } = entry;
    const values = { areaId, before: jsonOf(before), after: jsonOf(after), actor: actorKind(entry) };
    this.corrections.push(z.parse(CorrectionSchema, { ...rest, ...values }));
  }

  private addSide({ kind, at, after }: StoredEntry): void {
    const evacuation: JournalEvacuation = z.parse(JournalEvacuationSchema, jsonOf(after));
    const { evacuationId, people } = evacuation;
    const known = this.known(evacuation);
    const isMistake = known.isMistake || evacuation.isMistake === true;
    const side = kind === 'evacuation_started' ? 'began' : 'ended';
    this.byId.set(evacuationId, { ...known, isMistake, [side]: { at, people } });
  }

  private addReal({ at, after }: StoredEntry): void {
    const evacuation: JournalEvacuation = z.parse(JournalEvacuationSchema, jsonOf(after));
    const known = this.known(evacuation);
    this.byId.set(evacuation.evacuationId, { ...known, isDrill: false, becameRealAt: at });
  }

  private known({ evacuationId, isDrill }: JournalEvacuation): DayEvacuation {
    const fresh = { isDrill, becameRealAt: null, isMistake: false, began: null, ended: null };
    return this.byId.get(evacuationId) ?? fresh;
  }
}
