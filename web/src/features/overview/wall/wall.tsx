// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './wall.css';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './wall-line.css';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './wall-wraps.css';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { Event } from '../../../../../src/shared/schemas/event';
import type { User } from '../../../../../src/shared/schemas/user';
import { connectionState } from '../../../realtime/connection-state';
import { useHubConnection } from '../../../realtime/use-hub-connection';
import { formatRecent } from '../../../texts/format';
import { useSearch, withParam } from '../../../urls/search';
import { Button } from '../../../ui/button';
import { CheckField } from '../../../ui/forms/check-field';
import { CheckList } from '../../../ui/forms/check-list';
import { Dialog } from '../../../ui/overlays/dialog';
import { DialogActions } from '../../../ui/overlays/dialog-actions';
import { PageTitle } from '../../../ui/page-title';
import { Spinner } from '../../../ui/spinner';
import { unseenOf } from '../../alerts/alert-words';
import { useAlarm } from '../../alerts/use-alarm';
import { inForce } from '../../in-force/in-force';
import { useUnattended } from '../../display/use-unattended';
import { failureText } from '../../events/known/load-failure';
import { useEvents } from '../../events/use-events';
import { type EventSummary, sumOf } from '../event-summary';
import { RunningAnnouncement, runningEvents } from '../running-events';
import { useEventSummaries } from '../use-event-summaries';
import { useLiveEvents } from '../use-live-events';
import { usePages } from './use-pages';
import { WallBar } from './wall-bar';
import { barHeight, baseUnit, layOut, type WallLayout } from './wall-layout';
import { type WallEvent, WallOrder } from './wall-order';
import { stateLines } from './wall-states';
import { WallTile } from './wall-tile';
import { wallTexts } from '../../../texts/wall-texts';

/** The query parameter that holds the ids of the chosen events. */
const EVENTS_PARAM = 'events';

declare module 'react' {
  interface CSSProperties {
    '--u'?: string;
    '--bar'?: string;
  }
}

/** The wall of a control room: all events on one screen that nobody scrolls. */
export function Wall({ user }: { user: User }) {
  const { query, list, failure } = useEvents(user);
  useUnattended();
  if (list.length > 0) return <WallOf events={list} />;
  return (
    <main className="wall wall-empty">
      <PageTitle title={wallTexts.title} />
      <h1>{wallTexts.title}</h1>
      {query.isPending ? <Spinner /> : <p>{failure ? failureText(failure) : wallTexts.noEvents}</p>}
    </main>
  );
}

function useChoice(events: readonly Event[]) {
  const [search, changeSearch] = useSearch();
  const asked = search.get(EVENTS_PARAM);
  const known = useMemo(
    () => (asked ?? '').split(',').filter((id) => events.some(({ eventId }) => eventId === id)),
    [asked, events],
  );
  const shown = useMemo(
    () => (known.length === 0 ? events : events.filter(({ eventId }) => known.includes(eventId))),
    [known, events],
  );
  const choose = (eventIds: readonly string[]) =>
    changeSearch((now) => withParam(now, EVENTS_PARAM, eventIds.length === 0 ? null : eventIds.join(',')), {
      replace: true,
    });
  return { chosen: known, shown, choose };
}

function subscribe(subscriber: () => void): () => void {
  window.addEventListener('resize', subscriber);
  return () => window.removeEventListener('resize', subscriber);
}
const readWindow = (): string => `${window.innerWidth} ${window.innerHeight}`;

/** Returns the size of the window in CSS pixels. */
function useWindow(): { width: number; height: number } {
  const [width = 0, height = 0] = useSyncExternalStore(subscribe, readWindow).split(' ').map(Number);
  return { width, height };
}

/** Says that no event of the wall has a connection, and since when; null while one has. */
function lostText(summaries: readonly EventSummary[]): string | null {
  const lines = summaries.filter(({ isResting }) => !isResting).map(({ room }) => connectionState(room, 0));
  if (lines.length === 0 || lines.some(({ connection }) => connection !== 'disconnected')) return null;
  const since = lines.flatMap(({ numbersFrom }) => numbersFrom ?? []);
  return since.length === 0 ? wallTexts.lost : wallTexts.lostSince(formatRecent(Math.min(...since)));
}

/** The pages with an evacuation: the wall does not turn away from them. */
const pagesToKeep = (pages: WallLayout['pages'], tiles: readonly WallEvent[]): number[] =>
  pages.flatMap((columns, page) =>
    columns.flat().some(({ tile }) => tiles[tile]?.summary.room.evacuation?.isDrill === false) ? [page] : [],
  );

function WallOf({ events }: { events: readonly Event[] }) {
  // Holds the hub open, which brings changes of events. Each event says itself whether its connection is lost.
  useHubConnection();
  const { chosen, shown, choose } = useChoice(events);
  const [isChoosing, setChoosing] = useState(false);
  const { live, onScreen } = useLiveEvents(useMemo(() => shown.map(({ eventId }) => eventId), [shown]));
  const summaries = useEventSummaries(shown, live);
  useAlarm(unseenOf(summaries.flatMap(({ room }) => inForce(room).alerts)));
  const [order] = useState(() => new WallOrder());
  const tiles = order.inOrder(summaries);
  const { width, height } = useWindow();
  const { unitPx, isWide, scrolls, wraps, pages } = layOut(
    tiles.map(({ areas, summary }) => stateLines(summary.room).length + areas.length),
    width,
    height,
  );
  const running = runningEvents(summaries);
  const turned = usePages(pages.length, pagesToKeep(pages, tiles));
  const columns = pages[turned.page] ?? [];
  const bar = barHeight(scrolls ? unitPx : baseUnit(width, height));
  const lost = lostText(summaries);
  return (
    <main
      className="wall"
      data-scrolls={scrolls}
      data-wraps={wraps}
      data-lost={lost !== null}
      style={{ '--u': `${unitPx}px`, '--bar': `${bar}px`, '--columns': columns.length }}
    >
      <PageTitle title={wallTexts.title} />
      <h1 className="sr-only">{wallTexts.title}</h1>
      <RunningAnnouncement running={running} />
      <WallBar
        running={running}
        sum={sumOf(summaries)}
        lost={lost}
        pages={turned}
        pageCount={pages.length}
        onChoose={() => setChoosing(true)}
        zoom={scrolls ? 1 : bar / barHeight(0)}
      />
      <div className="wall-columns">
        {columns.map((parts, column) => (
          // oxlint-disable-next-line react/no-array-index-key -- a column is its place
          <div key={column} className="wall-column">
            {parts.map((part) => {
              const tile = tiles[part.tile];
              return (
                tile && (
                  <WallTile
                    key={`${tile.summary.event.eventId} ${part.from}`}
                    shown={tile}
                    part={part}
                    isWide={isWide}
                    onScreen={onScreen}
                  />
                )
              );
            })}
          </div>
        ))}
      </div>
      {isChoosing && (
        <ChooseEventsDialog events={events} chosen={chosen} onChoose={choose} onClose={() => setChoosing(false)} />
      )}
    </main>
  );
}

interface ChooseEventsDialogProps {
  events: readonly Event[];
  /** The ids of the chosen events; empty for all. */
  chosen: readonly string[];
  onChoose: (eventIds: readonly string[]) => void;
  onClose: () => void;
}

/** Chooses which events are on the wall. Without a choice, all are. */
function ChooseEventsDialog({ events, chosen, onChoose, onClose }: ChooseEventsDialogProps) {
  return (
    <Dialog title={wallTexts.choose} description={wallTexts.chooseLead} onClose={onClose}>
      <div className="grid max-h-[50dvh] overflow-y-auto">
        <CheckField label={wallTexts.all} checked={chosen.length === 0} onChange={() => onChoose([])} />
        <CheckList
          options={events.map(({ eventId, eventName }) => ({ id: eventId, text: eventName }))}
          chosen={chosen}
          onChange={onChoose}
        />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{wallTexts.done}</Button>
      </DialogActions>
    </Dialog>
  );
}
