import type { Counts, EventNews } from './webhook-bodies';

/** The counts of an event at the moment of the call. Equal marks mean equal counts. */
export interface AnnouncedCounts {
  counts: Counts;
  /** Letters, digits and underscores. */
  mark: string;
}

/** The calls of a hub about what happens at events beside alerts. */
export interface EventNewsCalls {
  /**
   * A room tells what has happened, the oldest first. Resolves when the hub has queued it for the webhooks that want it.
   * Telling it again changes nothing.
   */
  announceNews(userId: string, news: readonly EventNews[]): Promise<void>;
  /**
   * A room tells its newest counts, at most once a second. Returns when it should come again, because a webhook could not
   * be reached or is slow (epoch ms); null if all webhooks that want them have them.
   */
  announceCounts(userId: string, announced: AnnouncedCounts): Promise<number | null>;
}
