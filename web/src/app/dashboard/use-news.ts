import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { putEvent, refetchEvents, removeEvent } from '../../features/events/use-events';
import { assertNever } from '../../../../src/shared/assert-never';
import { useSession } from '../../lib/session';
import { texts } from '../../lib/texts';
import { showToast } from '../../lib/toasts';
import type { RefusedTaps } from '../../realtime/channel';
import type { EventNews, Realtime } from '../../realtime/realtime';

function reportRefused({ taps, areaName, message }: RefusedTaps): void {
  showToast(texts.realtime.notCounted(taps, areaName ?? texts.realtime.unknownArea), message);
}

function takeEventNews(client: QueryClient, news: Exclude<EventNews, { type: 'event_deleted' }>): void {
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
    const eventGone = (eventId: string) => {
      removeEvent(client, eventId);
      if (session.user?.role === 'admin') return;
      realtime.closeAll();
      void session.leave(texts.dashboard.eventGone);
    };
    return realtime.listen({
      eventGone,
      event: (news) => (news.type === 'event_deleted' ? eventGone(news.eventId) : takeEventNews(client, news)),
      refresh: () => {
        void session.refresh();
        void refetchEvents(client);
      },
      refused: reportRefused,
      sessionEnded: () => session.forget(),
    });
  }, [realtime, client, session]);
}
