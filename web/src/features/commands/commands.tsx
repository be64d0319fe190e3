import { type MouseEvent, Suspense, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Location, matchPath, useLocation, useNavigate } from 'react-router-dom';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { useSnapshot } from '../../realtime/hooks';
import { keepSelectedEventId, readSelectedEventId } from '../../session/storage';
import { texts } from '../../texts/app-texts';
import { commandTexts } from '../../texts/command-texts';
import { copyText } from '../../ui/clipboard/use-copy';
import type { Findable } from '../../ui/forms/find';
import { Finder } from '../../ui/forms/finder';
import { Dialog } from '../../ui/overlays/dialog';
import { showToast } from '../../ui/overlays/toasts';
import { leaveGuarded } from '../../urls/leaving';
import { EVENT_PARAM, paths } from '../../urls/paths';
import type { ShownDashboard } from '../dashboard/commands';
import { useLogOut } from '../dashboard/door/log-out-button';
import { useEvents } from '../events/use-events';
import { CommandDialogs } from './command-dialogs';
import { type CommandDialog, type CommandEffects, commandsOf } from './command-list';
import { LoadingSign } from './loading-sign';

export interface CommandsProps {
  user: User;
  isOpen: boolean;
  /** The dashboard, if that is the page over which the menu was opened. */
  dashboard: ShownDashboard | null;
  onClose: () => void;
}

/** How many things are listed at once. More would be no list to read. */
const SHOWN_MAX = 150;

/** Returns the event that the address of a page names; null for none. */
function addressedEventOf({ pathname, search }: Location): string | null {
  const match = matchPath(paths.eventSettings, pathname) ?? matchPath(paths.eventDoors, pathname);
  return match?.params.eventId ?? new URLSearchParams(search).get(EVENT_PARAM);
}

async function copyCode({ accessCode }: Event): Promise<void> {
  showToast((await copyText(accessCode)) ? texts.event.copied : texts.event.copyFailed, accessCode);
}

/** The command menu, and the dialogs that its commands open over the page. It stays mounted after its first use. */
export function Commands({ user, isOpen, dashboard, onClose }: CommandsProps) {
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname } = location;
  const addressedId = addressedEventOf(location);
  const { askToLogOut, question } = useLogOut();
  const [opened, setOpened] = useState<{ dialog: CommandDialog; pathname: string } | null>(null);
  // A dialog belongs to the page over which it was opened.
  if (opened && opened.pathname !== pathname) setOpened(null);

  const open = (dialog: CommandDialog) => setOpened({ dialog, pathname });
  const close = useCallback(() => setOpened(null), []);

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

  /** Leaves the page of an event that is no more. */
  function deleted(deletedId: string) {
    if (dashboard || deletedId !== addressedId) return;
    keepSelectedEventId(null);
    void navigate(paths.app);
  }

  return (
    <>
      {isOpen && (
        <Menu
          user={user}
          eventId={dashboard ? dashboard.eventId : (addressedId ?? readSelectedEventId())}
          effects={{ open, select, copyCode: (shared) => void copyCode(shared), logOut: askToLogOut }}
          onClose={onClose}
        />
      )}
      <Suspense fallback={<LoadingSign onClose={close} />}>
        {opened && (
          <CommandDialogs
            user={user}
            dialog={opened.dialog}
            onOpen={open}
            onShow={show}
            onDeleted={deleted}
            onClose={close}
          />
        )}
      </Suspense>
      {question}
    </>
  );
}

interface MenuProps extends Pick<CommandsProps, 'user' | 'onClose'> {
  /** The event that the commands are about; null for none. */
  eventId: string | null;
  effects: CommandEffects;
}

/** The list of commands while it is open. */
function Menu({ user, eventId, effects, onClose }: MenuProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { known } = useEvents(user);
  const event = known.find((one) => one.eventId === eventId) ?? null;
  const { areas, evacuation } = useSnapshot(event?.eventId ?? null);

  /** Closes the menu before a command runs, so that the focus is back where it was, and a dialog returns it there. */
  function take(thing: Findable, click: MouseEvent) {
    if ('to' in thing) {
      thing.onFollow?.();
      if (thing.here !== undefined) {
        click.preventDefault();
        void navigate(thing.here, { replace: thing.here === pathname + search });
      }
      onClose();
      return;
    }
    flushSync(onClose);
    setTimeout(thing.run);
  }

  return (
    <Dialog atTop onClose={onClose} title={texts.header.search}>
      <Finder
        listsAll
        label={commandTexts.label}
        things={commandsOf({ user, events: known, event, areas, evacuation }, effects)}
        most={SHOWN_MAX}
        found={commandTexts.found}
        more={commandTexts.more}
        onTake={take}
      />
    </Dialog>
  );
}
