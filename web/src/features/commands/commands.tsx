import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type Location, matchPath, useLocation, useNavigate } from 'react-router-dom';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { useRealtime } from '../../realtime/hooks';
import { keepSelectedEventId, readSelectedEventId } from '../../session/storage';
import { texts } from '../../texts/app-texts';
import { commandTexts } from '../../texts/command-texts';
import { copyText } from '../../ui/clipboard/use-copy';
import type { Findable } from '../../ui/forms/find';
import { Finder } from '../../ui/forms/finder';
import { Dialog } from '../../ui/overlays/dialog';
import { showToast } from '../../ui/overlays/toasts';
import { leaveGuarded } from '../../urls/leaving';
import { paths } from '../../urls/paths';
import type { ShownDashboard } from '../dashboard/commands';
import { useLogOut } from '../dashboard/door/log-out-button';
import { useEvents } from '../events/use-events';
import { CommandDialogs } from './command-dialogs';
import { type CommandDialog, commandsOf } from './command-list';

export interface CommandsProps {
  user: User;
  isOpen: boolean;
  /** The dashboard, if that is the page over which the menu was opened. */
  dashboard: ShownDashboard | null;
  onClose: () => void;
}

/** How many things are listed at once. More would be no list to read. */
const SHOWN_MAX = 150;

const NO_AREAS = [] as const;

/** Returns the event that a page is about: the one in its address, or else the selected one. */
function eventOf({ pathname, search }: Location): string | null {
  const match = matchPath(paths.eventSettings, pathname) ?? matchPath(paths.eventDoors, pathname);
  return match?.params.eventId ?? new URLSearchParams(search).get('event') ?? readSelectedEventId();
}

/** Keeps the connection to the event open and returns its state. */
function useEventRoom(eventId: string | null) {
  const realtime = useRealtime();
  useEffect(() => (eventId === null ? undefined : realtime.hold(eventId)), [realtime, eventId]);
  return useSyncExternalStore(realtime.subscribe, () => realtime.snapshotOf(eventId ?? ''));
}

async function copyCode({ accessCode }: Event): Promise<void> {
  showToast((await copyText(accessCode)) ? texts.event.copied : texts.event.copyFailed, accessCode);
}

/** The command menu, and the dialogs that its commands open over the page. It stays mounted after it was opened once. */
export function Commands({ user, isOpen, dashboard, onClose }: CommandsProps) {
  const navigate = useNavigate();
  const location = useLocation();
  const eventId = dashboard ? dashboard.eventId : eventOf(location);
  const events = useEvents(user);
  const event = events.known.find((one) => one.eventId === eventId) ?? null;
  const { areas, evacuation } = useEventRoom(event?.eventId ?? null);
  const { askToLogOut, question } = useLogOut();
  const [dialog, setDialog] = useState<CommandDialog | null>(null);

  function select(selectedId: string) {
    if (dashboard) dashboard.select(selectedId);
    else keepSelectedEventId(selectedId);
  }

  /** Shows an event, and asks first if that would lose what somebody has typed. */
  function show(shownId: string) {
    leaveGuarded(() => {
      select(shownId);
      void navigate(paths.app);
    });
  }

  const things = commandsOf(
    { events: events.known, event, areas: areas ?? NO_AREAS, evacuation },
    {
      open: setDialog,
      select,
      copyCode: (shared) => void copyCode(shared),
      logOut: askToLogOut,
    },
  );

  /** Closes the menu before a command runs, so that the focus is back where it was, and a dialog returns it there. */
  function take(thing: Findable) {
    if ('to' in thing) {
      thing.onFollow?.();
      onClose();
      return;
    }
    flushSync(onClose);
    setTimeout(thing.run);
  }

  return (
    <>
      {isOpen && (
        <Dialog atTop onClose={onClose} title={texts.header.search}>
          <Finder
            listsAll
            label={commandTexts.label}
            things={things}
            most={SHOWN_MAX}
            found={commandTexts.found}
            more={commandTexts.more}
            onTake={take}
          />
        </Dialog>
      )}
      <Suspense>
        {dialog && (
          <CommandDialogs
            dialog={dialog}
            event={event}
            events={events}
            onOpen={setDialog}
            onShow={show}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
      {question}
    </>
  );
}
