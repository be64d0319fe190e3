import type { AccountHub } from './hub/account-hub';
import type { EventRoom } from './room/event-room';

/** Bindings and variables of wrangler.toml. */
export interface Env {
  DB: D1Database;
  ROOMS: DurableObjectNamespace<EventRoom>;
  HUBS: DurableObjectNamespace<AccountHub>;
  ASSETS: Fetcher;
  /** Token bucket per socket; its burst is five times that (design section 5). */
  MAX_FRAMES_PER_SECOND: string;
  SUPPORT_EMAIL: string;
}
