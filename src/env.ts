import type { HubApi, RoomApi } from './lib/contract';

/** Bindings and variables of wrangler.toml. */
export interface Env {
  DB: D1Database;
  ROOMS: DurableObjectNamespace<RoomApi & Rpc.DurableObjectBranded>;
  HUBS: DurableObjectNamespace<HubApi & Rpc.DurableObjectBranded>;
  ASSETS: Fetcher;
  /** Token bucket per socket; its burst is five times that (design section 5). */
  MAX_FRAMES_PER_SECOND: string;
  SUPPORT_EMAIL: string;
}

const DEFAULT_FRAMES_PER_SECOND = 100;

/** What a socket may send; the default where the variable is missing or no positive number. */
export function framesPerSecond(env: Env): number {
  const rate = Number(env.MAX_FRAMES_PER_SECOND);
  return rate > 0 ? rate : DEFAULT_FRAMES_PER_SECOND;
}
