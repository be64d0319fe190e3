import { Suspense } from 'react';
import type { Report } from '../../../../../src/shared/schemas/report';
import { lazyComponent } from '../../../ui/overlays/lazy-component';
import { MissingScreen } from '../../failure/missing-screen';

interface LimitsOfProps {
  report: Report;
}

/** Loaded only with a report that has limits of authorities: few have. */
const LimitsSection = lazyComponent<LimitsOfProps>(
  async () => (await import('./limits-section')).LimitsSection,
  MissingScreen,
);
const LimitPeriodsSection = lazyComponent<LimitsOfProps>(
  async () => (await import('./limits-section')).LimitPeriodsSection,
  MissingScreen,
);

const hasLimits = ({ venue, areas }: Report): boolean => [venue, ...areas].some(({ limits }) => limits !== undefined);

/** The limits that authorities have set, if there are any. */
export const LimitsOf = ({ report }: LimitsOfProps) =>
  hasLimits(report) && (
    <Suspense>
      <LimitsSection report={report} />
    </Suspense>
  );

/** The periods above limits, and how limits have changed, if there are any. */
export const LimitPeriodsOf = ({ report }: LimitsOfProps) =>
  hasLimits(report) && (
    <Suspense>
      <LimitPeriodsSection report={report} />
    </Suspense>
  );
