import { LruMap } from '../../concurrency/lru-map';
import { UPKEEP_INTERVAL_MS } from '../../durable-object/socket-age';
import { API_KEYS_MAX, KEY_KNOWN_MS } from '../../shared/limits';

/**
 * For how long a proof tells that a key is used often. Longer than a key is known, so that the next proof comes before the
 * room's upkeep ends the registration with the hub.
 */
const OFTEN_MS = KEY_KNOWN_MS + UPKEEP_INTERVAL_MS / 2;

interface Proof {
  /** When D1 last said that the key is in force, epoch ms. */
  at: number;
  isKnown: boolean;
}

/**
 * API keys whose calls the room takes without D1, by the ids of their sessions. Each is known for KEY_KNOWN_MS after D1 has
 * vouched for it, and only while the hub knows where to tell that it ends. Times are epoch ms.
 */
export class KnownKeys {
  private readonly proofs = new LruMap<string, Proof>(API_KEYS_MAX);
  private lastKnownAt = -Infinity;

  knows(sessionId: string, now: number): boolean {
    const proof = this.proofs.get(sessionId);
    return proof !== undefined && proof.isKnown && isWithin(KEY_KNOWN_MS, proof.at, now);
  }

  /** Whether D1 has vouched for the key lately. One that is used seldom is not worth a place at the hub. */
  wasProven(sessionId: string, now: number): boolean {
    const proof = this.proofs.get(sessionId);
    return proof !== undefined && isWithin(OFTEN_MS, proof.at, now);
  }

  note(sessionId: string, proof: Proof): void {
    this.proofs.set(sessionId, proof);
    if (proof.isKnown) this.lastKnownAt = Math.max(this.lastKnownAt, proof.at);
  }

  /** The room knows the key from now on, for as long as its proof lasts. A key without a proof stays unknown. */
  confirm(sessionId: string): void {
    const proof = this.proofs.get(sessionId);
    if (proof !== undefined) this.note(sessionId, { ...proof, isKnown: true });
  }

  forget(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) this.proofs.delete(sessionId);
  }

  /** Whether some key is known, or was a moment ago and may be proven again. */
  isInUse(now: number): boolean {
    return isWithin(OFTEN_MS, this.lastKnownAt, now);
  }
}

const isWithin = (limitMs: number, at: number, now: number): boolean => now - at >= 0 && now - at < limitMs;
