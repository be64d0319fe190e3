import { clsx } from 'clsx';
import { type ReactNode, type RefObject, Suspense, useRef, useLayoutEffect, useState } from 'react';
import type { SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import type { User } from '../../../../src/shared/schemas/user';
import { SubscriptionBadge } from '../account/subscription-badge';
import { texts } from '../../texts/app-texts';
import { useDoorScreen } from '../../device/door-screen';
import { paths } from '../../urls/paths';
import { useRefusedTaps, useSubscriptionStatus, useUncountedTaps, useTellsOfStorage } from '../../realtime/hooks';
import { BrandMark } from '../../ui/brand-mark';
import { IconButton, iconButtonClass } from '../../ui/button';
import { LayoutGrid, Settings } from '../../ui/icons/counting';
import { Link } from '../../ui/link';
import { PageTitle } from '../../ui/page-title';
import { Alerts } from './notices/alerts';
import { Preferences, ServiceStatus, UncountedNotices } from './counting-parts';
import { DoorBar, doorBarClass } from './door/door-bar';
import { LogOutButton } from './door/log-out-button';
import { useOpenSettings } from './settings';
import { LatePart } from '../../ui/late-part';

export interface DashboardLayoutProps {
  user: User;
  /** The event on the screen. */
  eventId?: string;
  /** The page's title in the browser tab. */
  title?: string;
  /** The state of the connection; undefined on screens without a connection. */
  status?: ReactNode;
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
  wide = false,
  children,
}: DashboardLayoutProps) {
  const openSettings = useOpenSettings();
  const bar = useBarHeight();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const subscriptionStatus = useSubscriptionStatus(eventId, user.subscriptionStatus);
  const isDoor = useDoorScreen() && eventId !== undefined;
  const width = wide ? 'max-w-[120rem]' : 'max-w-6xl';
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
        className={clsx(
          'safe-top sticky top-0 z-30 border-b border-line bg-page/90 backdrop-blur-md',
          !isDoor && '@max-[15rem]:contents',
        )}
      >
        <div
          className={clsx(
            'safe-x mx-auto',
            isDoor
              ? doorBarClass
              : 'flex min-h-15 flex-wrap items-center justify-end gap-x-2 py-1 @max-[15rem]:safe-top',
            width,
          )}
        >
          {isDoor ? (
            <DoorBar eventId={eventId} eventName={title} status={subscriptionStatus} onSlot={setSlot} />
          ) : (
            <WideBar status={subscriptionStatus} hasOverview={!wide} hasAlerts={eventId !== undefined} onSlot={setSlot}>
              {status}
            </WideBar>
          )}
        </div>
        {eventId !== undefined && <Alerts key={eventId} eventId={eventId} slot={slot} isDoor={isDoor} />}
        <Uncounted shownEvent={title} />
      </header>
      <main
        className={clsx(
          'safe-x mx-auto flex w-full flex-1 flex-col',
          isDoor ? 'pt-1 short:pb-2' : 'max-md:pt-5',
          width,
        )}
      >
        <Suspense>{openSettings && <ServiceStatus />}</Suspense>
        {children}
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

interface WideBarProps {
  status: SubscriptionStatus | null;
  hasOverview: boolean;
  /** Whether the bar has a slot for a new alert. */
  hasAlerts: boolean;
  onSlot: (slot: HTMLElement | null) => void;
  children: ReactNode;
}

/** The contents of the top bar on a wide screen. */
function WideBar({ status, hasOverview, hasAlerts, onSlot, children }: WideBarProps) {
  const openSettings = useOpenSettings();
  return (
    <>
      <div
        className={clsx(
          'relative me-auto flex items-center gap-2.5 self-stretch font-semibold tracking-tight whitespace-nowrap',
          hasAlerts && 'min-w-32 grow basis-0',
        )}
      >
        <BrandMark />
        <span className="max-[26rem]:sr-only">{texts.brand}</span>
        {hasAlerts && (
          <div
            ref={onSlot}
            className="absolute inset-x-0 inset-y-1 rounded-field font-normal tracking-normal [--slot-x:0.75rem]"
          />
        )}
      </div>
      <span
        className={clsx(
          'flex min-w-0 flex-wrap items-center justify-end gap-x-1.5 gap-y-0.5',
          !hasAlerts && 'flex-1 basis-40',
        )}
      >
        <SubscriptionBadge status={status} onOpenSettings={openSettings} />
        {children}
      </span>
      <span className="-me-2.5 flex">
        {openSettings && hasOverview && (
          <Link
            to={paths.overview}
            aria-label={texts.header.overview}
            title={texts.header.overview}
            className={iconButtonClass()}
          >
            <LayoutGrid aria-hidden size={20} />
          </Link>
        )}
        {openSettings && (
          <IconButton label={texts.header.settings} onClick={openSettings}>
            <Settings aria-hidden size={20} />
          </IconButton>
        )}
        <LogOutButton />
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
