import { tryAndLog } from '../../observability/log';
import { ok, refuse, type Result } from '../../rpc/contract';
import type { SourceAnswer, SourceCall, SourceSender } from '../../rpc/source-batch';
import type { NotOwnSource, SourceKey } from '../../rpc/source-calls';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Clock } from '../ports';
import type { Registration } from '../registration';
import type { Room } from '../room';

const KEY_INVALID = message(serviceTexts, 'key_invalid');

export interface KeyedSourcesDeps {
  room: Pick<Room, 'admission' | 'sources' | 'stateOrNone'>;
  registration: Pick<Registration, 'hear' | 'isHearing'>;
  now: Clock;
}

/** Takes the batches of machines, with the keys that the room knows or that D1 has just vouched for. */
export class KeyedSources {
  constructor(private readonly deps: KeyedSourcesDeps) {}

  async take(
    call: SourceCall,
    sender: SourceSender,
    key?: SourceKey,
    endedOwner?: SourceSender,
  ): Promise<Result<SourceAnswer> | NotOwnSource> {
    const admitted = key === undefined ? ok(null) : await this.admit(key);
    return admitted.ok ? this.deps.room.sources.take(call, sender, endedOwner) : admitted;
  }

  private async admit({ sessionId, isProven }: SourceKey): Promise<Result<null>> {
    const { room, registration, now } = this.deps;
    const { keys } = room.admission;
    const at = now();
    const hasEnded = () => room.admission.hasEnded(sessionId);
    if (hasEnded() || (!isProven && !keys.knows(sessionId, at))) return refuse('unauthenticated', KEY_INVALID);
    if (!isProven) return ok(null);
    const isOften = keys.wasProven(sessionId, at);
    if (room.stateOrNone?.deleted !== false) return { ok: false, code: 'not_found' };
    keys.note(sessionId, { at, isKnown: isOften && registration.isHearing });
    // The hub must know of the room before the room relies on hearing of the key's end. D1 has vouched for this batch, so
    // it does not wait.
    if (isOften && !registration.isHearing) void tryAndLog('room.register', () => this.knowOnceHeard(sessionId));
    return ok(null);
  }

  /** A key that has ended meanwhile has no proof any more, and stays unknown. */
  private async knowOnceHeard(sessionId: string): Promise<void> {
    const { room, registration } = this.deps;
    await registration.hear();
    if (registration.isHearing) room.admission.keys.confirm(sessionId);
  }
}
