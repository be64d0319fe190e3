import { Suspense, useState } from 'react';
import type { User } from '../../../../src/shared/schemas/user';
import { FailureLine } from '../counting/areas/failure-line';
import { failureBeside, failureText } from '../events/known/load-failure';
import { useEvents } from '../events/use-events';
import { OverviewEvents } from './overview-events';
import { dialogTexts } from '../../texts/dialog-texts';
import { paths } from '../../urls/paths';
import { useSearch } from '../../urls/search';
import { buttonClass } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { CalendarDays } from '../../ui/icons/reports';
import { Link } from '../../ui/link';
import { CardsSkeleton } from '../../ui/skeleton';
import { withTexts } from '../../texts/later-texts';
import { lazyComponent } from '../../ui/overlays/lazy-component';
import { Spinner } from '../../ui/spinner';
import { LoadFailed } from '../../ui/load-failed';
import { MissingScreen } from '../failure/missing-screen';
import { useHubConnection } from '../../realtime/use-hub-connection';
import { HubStatus } from '../dashboard/hub-status';
import { DashboardLayout } from '../dashboard/dashboard-layout';

/** The wall loads only where it is shown. */
const Wall = lazyComponent(async () => (await withTexts(import('./wall/wall'), 'wall')).Wall, MissingScreen);

/** The query parameter with which the overview is a wall. It is in the address, so that the wall comes back after a restart. */
const WALL_PARAM = 'wall';

/** The screen of /app/overview for the control room: all events of the account side by side. */
export function OverviewScreen({ user }: { user: User }) {
  const [search] = useSearch();
  if (!search.has(WALL_PARAM)) return <Overview user={user} />;
  return (
    <Suspense fallback={<Spinner />}>
      <Wall user={user} />
    </Suspense>
  );
}

function Overview({ user }: { user: User }) {
  const [top, setTop] = useState<HTMLElement | null>(null);
  return (
    <DashboardLayout
      user={user}
      title={dialogTexts.overview.title}
      wide
      status={<HubStatus connection={useHubConnection()} />}
    >
      <div ref={setTop} className="contents" />
      <div className="flex flex-wrap items-center justify-between gap-3 pt-5 pb-4 sm:pt-6">
        <h1 className="text-[min(1.75rem,11vw)] leading-tight font-semibold tracking-tight">
          {dialogTexts.overview.title}
        </h1>
        <div className="flex flex-wrap gap-2">
          <Link to={`${paths.overview}?${WALL_PARAM}`} className={buttonClass('quiet', 'min-h-11 px-4 text-sm')}>
            {dialogTexts.overview.wall}
          </Link>
          <Link to={paths.app} className={buttonClass('quiet', 'min-h-11 px-4 text-sm')}>
            {dialogTexts.overview.toApp}
          </Link>
        </div>
      </div>
      <AccountEvents user={user} top={top} />
    </DashboardLayout>
  );
}

function AccountEvents({ user, top }: { user: User; top: HTMLElement | null }) {
  const { query, list, failure } = useEvents(user);
  const retry = () => void query.refetch();
  if (query.isPending) return <CardsSkeleton />;
  if (failure && list.length === 0) return <LoadFailed text={failureText(failure)} onRetry={retry} />;
  if (list.length === 0) {
    return <EmptyState text={dialogTexts.overview.none} icon={<CalendarDays size={28} />} />;
  }
  return (
    <>
      {failure && <FailureLine text={failureBeside(failure)} onRetry={failure.isAnswered ? retry : undefined} />}
      <OverviewEvents events={list} top={top} />
    </>
  );
}
