import { type ReactNode, Suspense } from 'react';
import type { Inspection, InspectionOpening } from '../../../../src/shared/inspections/schemas';
import { ownMessage } from '../../api/api-client';
import { formatMoment } from '../../texts/format';
import { inspectionTexts } from '../../texts/inspection-texts';
import { texts } from '../../texts/texts';
import { zoneFormat } from '../../texts/zone-format';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Printer } from '../../ui/icons/files';
import { Notice } from '../../ui/notice';
import { withTexts } from '../../texts/later-texts';
import { lazyComponent } from '../../ui/overlays/lazy-component';
import { PageTitle } from '../../ui/page-title';
import { LanguageSwitch } from '../../ui/preferences/language-switch';
import { ThemeSwitch } from '../../ui/preferences/theme-switch';
import { Spinner } from '../../ui/spinner';
import { LiveNumbers } from './live-numbers';
import type { TodaysReportProps } from './todays-report';
import type { Polled } from './use-polled';
import { useInspection } from './use-inspection';

const MissingReport = () => <Notice tone="bad">{inspectionTexts.inspection.reportFailed}</Notice>;

/** The report loads after the numbers. */
const TodaysReport = lazyComponent<TodaysReportProps>(
  async () => (await withTexts(import('./todays-report'), 'trouble')).TodaysReport,
  MissingReport,
);

/** The screen of /inspect/:token: what an inspector sees of an event. It needs no session and changes nothing. */
export function InspectionScreen({ token }: { token: string }) {
  return <InspectionPage key={token} token={token} />;
}

function InspectionPage({ token }: { token: string }) {
  const { about, error, isGone, live, report, seals, ask, loadPack, openAgain } = useInspection(token);
  const words = inspectionTexts.inspection;
  if (isGone)
    return (
      <Message title={words.gone}>
        <p className="text-muted">{words.goneHint}</p>
      </Message>
    );
  if (error)
    return (
      <Message title={ownMessage(error, words.openFailed)}>
        <Button variant="quiet" onClick={openAgain}>
          {texts.common.tryAgain}
        </Button>
      </Message>
    );
  if (!about)
    return (
      <main>
        <Spinner label={words.opening} />
      </main>
    );
  return (
    <main className="safe-x mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-4 py-6 sm:gap-5 print:max-w-none print:p-0">
      <PageTitle title={about.eventName} />
      <Head about={about} timeZone={live.data?.timeZone} canPrint={report.data !== undefined} />
      {about.opening === null ? (
        <EmptyState text={words.notBegun}>
          <p className="text-muted">{words.notBegunHint}</p>
        </EmptyState>
      ) : (
        <>
          <Live live={live} />
          <Suspense fallback={<Spinner />}>
            <TodaysReport
              report={report}
              ask={ask}
              seals={seals}
              loadPack={loadPack}
              timeZone={live.data?.timeZone}
              expiresAt={about.expiresAt}
            />
          </Suspense>
          <p className="text-sm text-muted print:hidden">{words.noted}</p>
        </>
      )}
    </main>
  );
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="safe-x grid min-h-dvh content-center">
      <PageTitle title={inspectionTexts.inspection.title} />
      <EmptyState asHeading text={title}>
        {children}
      </EmptyState>
      <div className="flex justify-center">
        <LanguageSwitch />
      </div>
    </main>
  );
}

interface HeadProps {
  about: InspectionOpening;
  /** The event's time zone; undefined until the first numbers have come. */
  timeZone: string | undefined;
  canPrint: boolean;
}

function Head({ about: { eventName, label, expiresAt }, timeZone, canPrint }: HeadProps) {
  const words = inspectionTexts.inspection;
  const until = timeZone === undefined ? formatMoment(expiresAt) : zoneFormat(timeZone).moment(expiresAt);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-64">
        <p className="text-sm font-semibold text-muted">{words.title}</p>
        <h1 className="text-[min(1.75rem,11vw)] leading-tight font-semibold tracking-tight break-words">{eventName}</h1>
        <p className="text-sm text-muted">
          {words.madeFor(label)} · {words.validUntil(until)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <LanguageSwitch compact />
        <ThemeSwitch />
        {canPrint && (
          <Button variant="quiet" className="min-h-11 px-4 text-sm" onClick={() => print()}>
            <Printer size={18} />
            {words.print}
          </Button>
        )}
      </div>
    </header>
  );
}

function Live({ live: { data, error } }: { live: Polled<Inspection> }) {
  const words = inspectionTexts.inspection;
  const failed = error !== null;
  if (!data) return failed ? <Notice tone="bad">{words.loadFailed}</Notice> : <Spinner />;
  const { exactTime, moment } = zoneFormat(data.timeZone);
  const changed =
    data.lastChangedAt === null ? words.noChange : words.lastChange(moment(data.lastChangedAt, { withSeconds: true }));
  return (
    <>
      {failed && <Notice tone="bad">{words.old(exactTime(data.readAt))}</Notice>}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl font-semibold tracking-tight">{words.now}</h2>
        <p className="text-sm text-muted tabular-nums">
          {words.asOf(exactTime(data.readAt))} · {changed}
        </p>
      </div>
      <LiveNumbers inspection={data} isOld={failed} />
    </>
  );
}
