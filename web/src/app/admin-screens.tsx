import { useQueryClient } from '@tanstack/react-query';
import { Suspense, startTransition, useCallback, useEffect, useMemo, type ReactNode, useState } from 'react';
import type { User } from '../../../src/shared/schemas/user';
import { EventNamesContext } from '../features/events/known/known-events';
import { knownEventName, eventListUpdater } from '../features/events/use-events';
import { lazyComponent } from '../ui/overlays/lazy-component';
import { AdminDashboard } from '../features/dashboard/admin-dashboard';
import { useEventChanges } from '../features/dashboard/use-event-changes';
import { MissingScreen } from '../features/failure/missing-screen';
import { withTexts, withUrgentTexts } from '../texts/later-texts';
import { may } from '../session/may';
import { useSession } from '../session/session';
import { SessionQueries } from '../session/session-queries';
import { CommandsProvider } from '../features/commands/commands-provider';
import { AccountSettings } from '../features/dashboard/admin-dialogs';
import { OpenSettingsContext } from '../features/dashboard/settings';

/**
 * The screens that only members have: the dashboard, the overview, the list of alerts, the reports, the capacity
 * assistant, an event's doors and the settings.
 */
const SCREENS = {
  dashboard: AdminDashboard,
  overview: lazyComponent(
    async () => (await import('../features/overview/overview-screen')).OverviewScreen,
    MissingScreen,
  ),
  alertList: lazyComponent(
    async () =>
      (await withTexts(import('../features/alerts/alert-list-screen'), 'alertList', 'trouble')).AlertListScreen,
    MissingScreen,
  ),
  reports: lazyComponent(
    async () => (await withTexts(import('../features/reports/reports-screen'), 'trouble')).ReportsScreen,
    MissingScreen,
  ),
  capacity: lazyComponent(
    async () => (await withTexts(import('../features/capacity/capacity-screen'), 'capacity')).CapacityScreen,
    MissingScreen,
  ),
  eventDoors: lazyComponent(
    async () => (await withUrgentTexts(import('../features/doors/doors-screen'), 'eventPages', 'trouble')).DoorsScreen,
    MissingScreen,
  ),
  eventSettings: lazyComponent(
    async () =>
      (await withTexts(import('../features/settings/event/event-settings-screen'), 'publicNumbers', 'settingPages'))
        .EventSettingsScreen,
    MissingScreen,
  ),
  accountSettings: lazyComponent(
    async () =>
      (
        await withTexts(
          import('../features/settings/account/account-settings-screen'),
          'audit',
          'keys',
          'members',
          'notifications',
          'settingPages',
          'trouble',
        )
      ).AccountSettingsScreen,
    MissingScreen,
  ),
  printedReport: lazyComponent(
    async () =>
      (await withTexts(import('../features/reports/paper/printed-report-screen'), 'trouble')).PrintedReportScreen,
    MissingScreen,
  ),
};

export interface AdminScreensProps {
  user: User;
  shows: keyof typeof SCREENS;
}

/** All screens of a member. Their code is loaded for members only. */
export const AdminScreens = (props: AdminScreensProps) => (
  <SessionQueries>
    <Screens {...props} />
  </SessionQueries>
);

function Screens({ user, shows }: AdminScreensProps) {
  const client = useQueryClient();
  const nameOf = useCallback((eventId: string) => knownEventName(client, eventId), [client]);
  useEventChanges(useMemo(() => eventListUpdater(client), [client]));
  useFreshRole(user);
  const Shown = SCREENS[shows];
  return (
    <EventNamesContext value={nameOf}>
      {/* With another role, whatever is open may not be allowed any more. */}
      <SettingsProvider key={user.memberRole} user={user}>
        <CommandsProvider user={user}>
          <Shown user={user} />
        </CommandsProvider>
      </SettingsProvider>
    </EventNamesContext>
  );
}

/**
 * Loads the user again when the page is looked at. Members who do not manage the account have no socket that tells them of
 * a new role before their event is opened.
 */
function useFreshRole(user: User): void {
  const session = useSession();
  const isTold = may(user, 'manage');
  useEffect(() => {
    if (isTold) return undefined;
    const look = () => void (document.visibilityState === 'visible' && session.refresh());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isTold, session]);
}

/**
 * Provides the account settings. It is an ancestor of the dashboards, so that a change of the shown event does not
 * close the settings.
 */
export function SettingsProvider({ user, children }: { user: User; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => startTransition(() => setOpen(true)), []);
  return (
    <OpenSettingsContext value={show}>
      {children}
      <Suspense>{open && <AccountSettings user={user} onClose={() => setOpen(false)} />}</Suspense>
    </OpenSettingsContext>
  );
}
