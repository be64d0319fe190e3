import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasShownEventOfCode, putEvent, refetchEvents, removeEvent } from '../../features/events/use-events';
import { assertNever } from '../../../../src/shared/assert-never';
import { onUnauthenticated } from '../../lib/api-client';
import { useSession } from '../../lib/session';
import { texts } from '../../lib/texts';
import type { EventNews, Realtime } from '../../realtime/realtime';
import type { UnsentTaps } from '../../realtime/uncounted-taps';

const lostNotice = (taps: number): string | undefined => (taps > 0 ? texts.realtime.notDelivered(taps) : undefined);
const keptNotice = (taps: number): string | undefined => (taps > 0 ? texts.realtime.kept(taps) : undefined);

const sentences = (...given: readonly (string | undefined)[]): string | undefined =>
  given.filter((sentence) => sentence !== undefined).join(' ') || undefined;

function takeEventNews(client: QueryClient, news: EventNews): void {
  switch (news.type) {
    case 'event_created':
    case 'event_updated':
      putEvent(client, news.event);
      return;
    case 'events_changed':
      void refetchEvents(client);
      return;
    default:
      assertNever(news);
  }
}

/** Takes what the sockets say about events and the session to where the screens look. */
export function useNews(realtime: Realtime): void {
  const client = useQueryClient();
  const session = useSession();

  useEffect(() => {
    const eventGone = (eventId: string, lostTaps: number) => {
      removeEvent(client, eventId);
      if (session.user?.role === 'admin') return;
      const { kept, lost } = realtime.closeAll();
      void session.leave(sentences(texts.dashboard.eventGone, lostNotice(lostTaps + lost), keptNotice(kept)));
    };
    // A code's session ends with its event or its code: either way the event that was shown is out of reach.
    const sessionEnded = ({ kept, lost }: UnsentTaps) =>
      session.forget(
        sentences(
          hasShownEventOfCode(client) ? texts.dashboard.eventGone : undefined,
          lostNotice(lost),
          keptNotice(kept),
        ),
      );
    const stopListening = realtime.listen({
      eventGone,
      event: (news) => takeEventNews(client, news),
      refresh: () => {
        void session.refresh();
        void refetchEvents(client);
      },
      sessionEnded,
    });
    // Any call may be the first to find out: the sockets go with the session.
    const stopHearing = onUnauthenticated(() => sessionEnded(realtime.closeAll()));
    return () => {
      stopListening();
      stopHearing();
    };
  }, [realtime, client, session]);
}
