import { LruMap } from '../../concurrency/lru-map';
import { API_KEYS_MAX, KEY_KNOWN_MS } from '../../shared/limits';

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
    return proof !== undefined && proof.isKnown && isRecent(proof.at, now);
  }

  /** Whether D1 has vouched for the key lately. One that is used seldom is not worth a place at the hub. */
  wasProven(sessionId: string, now: number): boolean {
    const proof = this.proofs.get(sessionId);
    return proof !== undefined && isRecent(proof.at, now);
  }

  note(sessionId: string, proof: Proof): void {
    this.proofs.set(sessionId, proof);
    if (proof.isKnown) this.lastKnownAt = Math.max(this.lastKnownAt, proof.at);
  }

  forget(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) this.proofs.delete(sessionId);
  }

  /** Whether some key may still be known. */
  isInUse(now: number): boolean {
    return isRecent(this.lastKnownAt, now);
  }
}

const isRecent = (at: number, now: number): boolean => now - at >= 0 && now - at < KEY_KNOWN_MS;
