import { clsx } from 'clsx';
import { type ReactNode, type RefObject, Suspense, useRef, useLayoutEffect, useState } from 'react';
import type { SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import type { User } from '../../../../src/shared/schemas/user';
import { SubscriptionBadge } from '../account/subscription-badge';
import { texts } from '../../texts/app-texts';
import { useDoorScreen } from '../../device/door-screen';
import { paths } from '../../urls/paths';
import { useRefusedTaps, useSubscriptionStatus, useUncountedTaps, useTellsOfStorage } from '../../realtime/hooks';
import { maySomewhere } from '../../session/may';
import { useSession } from '../../session/session';
import { BrandMark } from '../../ui/brand-mark';
import { IconButton, iconButtonClass } from '../../ui/button';
import { CircleUserRound, LayoutGrid } from '../../ui/icons/counting';
import { Link } from '../../ui/link';
import { PageTitle } from '../../ui/page-title';
import { Alerts } from './notices/alerts';
import { Preferences, ServiceStatus, UncountedNotices } from './counting-parts';
import { DoorBar, doorBarClass } from './door/door-bar';
import { LogOutButton } from './door/log-out-button';
import { SearchButton } from './search-button';
import { useOpenBilling, useOpenSettings } from './settings';
import { VenueSlotContext } from './venue-slot';
import { LatePart } from '../../ui/late-part';

export interface DashboardLayoutProps {
  user: User;
  /** The event on the screen. */
  eventId?: string;
  /** The page's title in the browser tab. */
  title?: string;
  /** The state of the connection; undefined on screens without a connection. */
  status?: ReactNode;
  /**
   * What the top bar of a wide screen has of an organizer's event: its title, the tabs to its pages, and whether a
   * phone keeps the button that logs out.
   */
  toolbar?: { title: ReactNode; tabs: ReactNode; keepsLogOut?: boolean } | undefined;
  /** Lets the page use the full width of a wall screen, for pages that are watched and not touched. */
  wide?: boolean;
  children: ReactNode;
}

/**
 * The top bar, which stays visible, and the page below it. All dashboards share this layout, so that the bar stays the
 * same element.
 */
export function DashboardLayout({
  user,
  eventId,
  title = texts.dashboard.title,
  status,
  toolbar,
  wide = false,
  children,
}: DashboardLayoutProps) {
  const openSettings = useOpenSettings();
  const bar = useBarHeight();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [venueSlot, setVenueSlot] = useState<HTMLElement | null>(null);
  const subscriptionStatus = useSubscriptionStatus(eventId, user.subscriptionStatus);
  const isDoor = useDoorScreen() && eventId !== undefined;
  const width = wide ? 'max-w-[120rem]' : toolbar && !isDoor ? 'max-w-7xl' : 'max-w-6xl';
  return (
    <div
      className={clsx(
        'group @container flex min-h-dvh flex-col has-data-whole-screen:h-dvh short:has-data-whole-screen:h-auto',
        eventId !== undefined && 'touch-screen',
      )}
    >
      <PageTitle title={title} />
      {/* With very large text the bar scrolls away and only its messages stay visible. The bar of a door is small
          and always stays. */}
      <header
        ref={bar}
        className={clsx('safe-top sticky top-0 z-30 border-b border-line bg-page', !isDoor && '@max-[15rem]:contents')}
      >
        <div
          className={clsx(
            'safe-x mx-auto',
            isDoor
              ? doorBarClass
              : 'flex min-h-14 w-full flex-wrap items-center justify-end gap-x-2 py-1 @max-[15rem]:safe-top',
            width,
          )}
        >
          {isDoor ? (
            <DoorBar eventId={eventId} eventName={title} status={subscriptionStatus} onSlot={setSlot} />
          ) : (
            <WideBar
              status={subscriptionStatus}
              toolbar={toolbar}
              hasOverview={!wide}
              hasAlerts={eventId !== undefined}
              onSlot={setSlot}
            >
              {status}
            </WideBar>
          )}
        </div>
        {/* On a wide screen the venue and the alerts share one row, so that a new alert moves no pad. */}
        {eventId !== undefined && (
          <div className={clsx(!isDoor && 'mx-auto flex flex-wrap items-start', width)}>
            {!isDoor && (
              <div
                ref={setVenueSlot}
                className="min-w-72 flex-1 basis-40 group-has-data-whole-screen:hidden empty:hidden @max-[40rem]:basis-full"
              />
            )}
            <div className={clsx(!isDoor && 'min-w-0 has-data-tone:flex-1 has-data-tone:basis-72')}>
              <Alerts key={eventId} eventId={eventId} slot={slot} isDoor={isDoor} />
            </div>
          </div>
        )}
        <Uncounted shownEvent={title} />
      </header>
      <main
        className={clsx(
          'safe-x mx-auto flex w-full flex-1 flex-col',
          isDoor ? 'pt-1 short:pb-2' : toolbar ? 'pt-2' : 'max-md:pt-5',
          width,
        )}
      >
        <Suspense>{openSettings && <ServiceStatus />}</Suspense>
        <VenueSlotContext value={venueSlot}>{children}</VenueSlotContext>
      </main>
      {/* Hidden while something loads, because the loaded content would push it out of view. */}
      {!isDoor && (
        <footer className="group-has-data-loading:hidden group-has-data-whole-screen:hidden safe-x safe-bottom mx-auto grid w-full max-w-6xl justify-items-center pt-10">
          {/* The fallback reserves the height from the start. */}
          <Suspense fallback={<div className="h-11" />}>
            <Preferences />
          </Suspense>
        </footer>
      )}
    </div>
  );
}

interface WideBarProps extends Pick<DashboardLayoutProps, 'toolbar'> {
  status: SubscriptionStatus | null;
  hasOverview: boolean;
  /** Whether the bar has a slot for a new alert. */
  hasAlerts: boolean;
  onSlot: (slot: HTMLElement | null) => void;
  children: ReactNode;
}

/** The contents of the top bar on a wide screen. */
function WideBar({ status, toolbar, hasOverview, hasAlerts, onSlot, children }: WideBarProps) {
  const openSettings = useOpenSettings();
  const openBilling = useOpenBilling();
  const { user } = useSession();
  const mayReview = user !== null && maySomewhere(user, 'review');
  return (
    <>
      <div
        className={clsx(
          'relative me-auto flex max-w-full min-w-0 items-center gap-2.5 self-stretch font-semibold tracking-tight whitespace-nowrap',
          (hasAlerts || toolbar) && 'grow basis-0',
          hasAlerts ? (toolbar ? 'min-w-80' : 'min-w-32') : toolbar && 'min-w-24',
        )}
      >
        <BrandMark />
        {toolbar?.title ?? <span className="max-[26rem]:sr-only">{texts.brand}</span>}
        {hasAlerts && (
          <div
            ref={onSlot}
            // Without an alert it must not take presses from what lies under it.
            className="absolute inset-x-0 inset-y-1 rounded-field font-normal tracking-normal [--slot-x:0.75rem] empty:pointer-events-none"
          />
        )}
      </div>
      <span
        className={clsx(
          'flex min-w-0 flex-wrap items-center justify-end gap-x-1.5 gap-y-0.5 empty:hidden',
          !hasAlerts && !toolbar && 'flex-1 basis-28',
        )}
      >
        <SubscriptionBadge status={status} onOpenSettings={openBilling} />
        {children}
      </span>
      {toolbar?.tabs}
      <span className="-me-2.5 flex">
        <SearchButton />
        {mayReview && hasOverview && (
          <Link
            to={paths.overview}
            aria-label={texts.header.overview}
            title={texts.header.overview}
            className={iconButtonClass()}
          >
            <LayoutGrid size={20} />
          </Link>
        )}
        {openSettings && (
          <IconButton label={texts.header.settings} onClick={openSettings}>
            <CircleUserRound size={20} />
          </IconButton>
        )}
        {/* On a phone the event's name needs the place. The account's settings keep the button. */}
        <span className={clsx('contents', toolbar && !toolbar.keepsLogOut && '@max-[30rem]:hidden')}>
          <LogOutButton />
        </span>
      </span>
    </>
  );
}

/**
 * Keeps the height of the top bar, including alerts, in the CSS variable `--bar-height` (styles.css), in CSS pixels.
 * Elements that stay below the bar without being part of its layout use the variable.
 */
function useBarHeight(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = bar;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--bar-height', `${current.getBoundingClientRect().height}px`);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return bar;
}

/** Shows refused taps, lost taps, and that taps cannot be stored. Its code is loaded at the first such case. */
function Uncounted({ shownEvent }: { shownEvent: string }) {
  const hasSome = [useUncountedTaps().length > 0, useTellsOfStorage(), useRefusedTaps() > 0].includes(true);
  return (
    <LatePart when={hasSome}>
      <UncountedNotices shownEvent={shownEvent} />
    </LatePart>
  );
}
