import { useEffect } from 'react';
import type { EventListUpdater } from '../events/known/known-events';
import { assertNever } from '../../../../src/shared/assert-never';
import type { User } from '../../../../src/shared/schemas/user';
import { onUnauthenticated } from '../../api/api-client';
import { isSamePerson } from '../../session/principal';
import { useSession } from '../../session/session';
import { endReasonText } from '../../session/session-end';
import { readUser } from '../../session/storage';
import { texts } from '../../texts/app-texts';
import { useRealtime } from '../../realtime/hooks';
import type { EventChange } from '../../realtime/realtime';
import type { UnsentTaps } from '../../realtime/outbox/uncounted-taps';

const lostNotice = (taps: number): string | undefined => (taps > 0 ? texts.realtime.notDelivered(taps) : undefined);
/**
 * An access code can be revoked together with its event, so nobody can promise its users that their taps will be
 * delivered.
 */
function keptNotice(taps: number, user: User | null): string | undefined {
  if (taps === 0) return undefined;
  return user?.role === 'user' ? texts.realtime.keptForEvent(taps) : texts.realtime.kept(taps);
}

/** Returns what another tab has done if it has replaced the cookie of this session; undefined if none has. */
function replacedNotice(user: User | null): string | undefined {
  const present = readUser();
  if (user === null || present === null || isSamePerson(user, present)) return undefined;
  const isSwitch = user.role !== 'user' && user.username === present.username;
  return isSwitch ? texts.dashboard.switched : texts.dashboard.replaced;
}

const sentences = (...given: readonly (string | undefined)[]): string | undefined =>
  given.filter((sentence) => sentence !== undefined).join(' ') || undefined;

function takeEventChange(events: EventListUpdater, change: EventChange): void {
  switch (change.type) {
    case 'event_created':
    case 'event_updated':
      events.put(change.event);
      return;
    case 'event_heard':
      events.replace(change.event);
      return;
    case 'events_changed':
      events.refetch();
      return;
    default:
      assertNever(change);
  }
}

/** Passes changes of events and of the session from the sockets to the screens. */
export function useEventChanges(events: EventListUpdater): void {
  const realtime = useRealtime();
  const session = useSession();

  useEffect(() => {
    const eventGone = (eventId: string, lostTaps: number) => {
      events.remove(eventId);
      if (session.user?.role !== 'user') return;
      const { kept, lost } = realtime.closeAll();
      void session.leave(
        sentences(texts.dashboard.eventGone, lostNotice(lostTaps + lost), keptNotice(kept, session.user)),
      );
    };
    // Without a known reason, the session of an access code has ended because its event is deleted or unreachable.
    const whyEnded = () =>
      replacedNotice(session.user) ??
      endReasonText() ??
      (events.hasShownCodesEvent ? texts.dashboard.eventGone : undefined);
    const sessionEnded = ({ kept, lost }: UnsentTaps) =>
      session.forget(sentences(whyEnded(), lostNotice(lost), keptNotice(kept, session.user)));
    const stopListening = realtime.listen({
      eventGone,
      event: (change) => takeEventChange(events, change),
      refresh: () => {
        void session.refresh();
        events.refetchAll();
      },
      sessionEnded,
    });
    // Any call can be the first to find out that the session has ended. Close the sockets then.
    const end = () => sessionEnded(realtime.closeAll());
    const stopHearing = onUnauthenticated(end);
    const stored = () => replacedNotice(session.user) !== undefined && end();
    window.addEventListener('storage', stored);
    return () => {
      stopListening();
      stopHearing();
      window.removeEventListener('storage', stored);
    };
  }, [realtime, events, session]);
}
