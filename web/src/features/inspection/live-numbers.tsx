import { clsx } from 'clsx';
import type { Inspection } from '../../../../src/shared/inspections/schemas';
import { venueLowBy } from '../../../../src/shared/rules/venue-capacity';
import type { Limit } from '../../../../src/shared/schemas/venue-settings';
import { formatCount, formatPercent } from '../../texts/format';
import { inspectionTexts } from '../../texts/inspection-texts';
import { texts } from '../../texts/app-texts';
import { zoneFormat } from '../../texts/zone-format';
import { Badge } from '../../ui/badge';
import { BellRing } from '../../ui/icons/alerts';
import { Check } from '../../ui/icons/checks';
import { CapacityBar, LevelBadge, levelSurfaceClass } from '../counting/areas/capacity-bar';
import { InDoubt } from '../counting/areas/in-doubt';
import { staffTakenOff } from '../counting/areas/venue-total';

export interface LiveNumbersProps {
  inspection: Inspection;
  /** Whether the last attempt to load the numbers failed, so that they are old. */
  isOld: boolean;
}

/**
 * Shows how many people are inside now, in the venue and in each area, against what the authorities allow, and the open
 * alerts. The safety margin changes none of these numbers (docs/product.md, C20).
 */
export function LiveNumbers({ inspection, isOld }: LiveNumbersProps) {
  const { venue, areas, settings } = inspection;
  const words = inspectionTexts.inspection;
  return (
    <section aria-label={words.now} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <LimitCard
        large
        name={texts.venueTotal.label}
        occupancy={venue.occupancy}
        lowBy={venueLowBy(areas)}
        capacity={venue.capacity}
        own={settings.ownCapacity ?? null}
        limits={settings.limits ?? []}
        staff={settings.staffAllowance}
        details={[
          staffTakenOff(settings),
          venue.warnsFrom !== null &&
            words.warnsFrom(formatCount(venue.warnsFrom), formatPercent(settings.safetyMarginPercent)),
        ]}
        isOld={isOld}
      />
      {areas.length === 0 ? (
        <p className="text-muted">{words.noAreas}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-3">
          {areas.map(({ areaId, areaName, occupancy, capacity, ownCapacity = 0, limits = [], mayBeLowBy = 0 }) => (
            <li key={areaId} className="grid">
              <LimitCard
                name={areaName}
                occupancy={occupancy}
                lowBy={mayBeLowBy}
                capacity={capacity === 0 ? null : capacity}
                own={ownCapacity === 0 ? null : ownCapacity}
                limits={limits}
                isOld={isOld}
              />
            </li>
          ))}
        </ul>
      )}
      <Alerts inspection={inspection} />
    </section>
  );
}

interface LimitCardProps {
  name: string;
  occupancy: number;
  /** By how many people the number may be low. */
  lowBy: number;
  /** How many people may be inside; null without a limit. 0 means that the staff leave no place. */
  capacity: number | null;
  /** The organizer's own number beside the limits; null without one. */
  own: number | null;
  limits: readonly Limit[];
  /** The staff, whom the limits of the venue count and the doors do not. */
  staff?: number;
  details?: readonly (string | null | false)[];
  isOld: boolean;
  large?: boolean;
}

function LimitCard(props: LimitCardProps) {
  const { name, occupancy, lowBy, capacity, own, limits, staff = 0, details = [], isOld, large = false } = props;
  const isOwnLowest = own !== null && limits.every((limit) => own < limit.capacity);
  const ownNumber = isOwnLowest && inspectionTexts.inspection.ownNumber(formatCount(own));
  const lines = [ownNumber, ...details].filter((line) => line !== null && line !== false);
  return (
    <article
      aria-label={name}
      className={clsx(
        'grid content-start gap-2 rounded-card p-4 shadow-lift print:border print:border-line-strong',
        levelSurfaceClass,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-semibold break-words">{name}</h3>
        <Level occupancy={occupancy} capacity={capacity} />
      </div>
      <p className={clsx('flex flex-wrap items-baseline gap-x-2 tabular-nums', isOld && 'text-muted')}>
        <span
          data-testid="inside"
          className={clsx('leading-none font-semibold tracking-tight', large ? 'text-5xl' : 'text-3xl')}
        >
          {formatCount(occupancy)}
        </span>
        {capacity !== null && <span className="text-muted">{texts.card.of(formatCount(capacity))}</span>}
        <InDoubt people={lowBy} name={name} className="font-semibold" />
      </p>
      {capacity !== null && <CapacityBar occupancy={occupancy} capacity={capacity} live={!isOld} />}
      {limits.length > 0 && <AuthorityLimits name={name} people={occupancy + staff} limits={limits} staff={staff} />}
      {lines.map((line) => (
        <p key={line} className="text-sm text-muted">
          {line}
        </p>
      ))}
    </article>
  );
}

interface AuthorityLimitsProps extends Required<Pick<LimitCardProps, 'name' | 'limits' | 'staff'>> {
  /** Everybody who is inside, staff included. */
  people: number;
}

/** Shows what each authority allows, in its own number and words. */
function AuthorityLimits({ name, people, limits, staff }: AuthorityLimitsProps) {
  const words = inspectionTexts.inspection;
  return (
    <ul aria-label={words.limitsOf(name)} className="grid gap-2 text-sm">
      {limits.map(({ kind, capacity, condition }) => (
        <li key={kind}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums">
            <strong className="font-semibold">{words.limitKinds[kind]}</strong>
            <span className={clsx('font-semibold', people > capacity && 'text-bad')}>
              {words.ofLimit(formatCount(people), formatCount(capacity), staff > 0 ? formatCount(staff) : null)}
            </span>
          </p>
          <p className="text-pretty break-words text-muted">{condition}</p>
        </li>
      ))}
    </ul>
  );
}

function Level({ occupancy, capacity }: Pick<LimitCardProps, 'occupancy' | 'capacity'>) {
  if (capacity === null) return <Badge tone="neutral">{inspectionTexts.inspection.noLimit}</Badge>;
  if (capacity === 0) return <Badge tone="bad">{texts.card.level.over(formatCount(occupancy))}</Badge>;
  return <LevelBadge occupancy={occupancy} capacity={capacity} />;
}

/** Lists the open alerts, highest first, and whether somebody has acknowledged them. */
function Alerts({ inspection: { alerts, areas, venue, timeZone } }: Pick<LiveNumbersProps, 'inspection'>) {
  if (alerts.length === 0) return null;
  const words = inspectionTexts.inspection;
  const { clearTime } = zoneFormat(timeZone);
  const nameOf = (areaId: string | null): string =>
    areas.find((area) => area.areaId === areaId)?.areaName ?? texts.venueTotal.label;
  const hasMargin = venue.warnsFrom !== null && alerts.some(({ areaId }) => areaId === null);
  return (
    <div className="rounded-card bg-surface p-4 shadow-lift">
      <h3 className="mb-2 font-semibold">{words.alerts}</h3>
      {hasMargin && <p className="mb-2 text-sm text-pretty text-muted">{words.alertsLead}</p>}
      <ul className="grid gap-1.5">
        {alerts
          .toSorted((a, b) => b.threshold - a.threshold)
          .map((alert) => {
            const seen = alert.acknowledgedAt !== null;
            const Icon = seen ? Check : BellRing;
            return (
              <li
                key={`${alert.areaId} ${alert.threshold}`}
                className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm"
              >
                <span className="min-w-0 flex-1 basis-48 font-medium">
                  {words.alert(nameOf(alert.areaId), formatPercent(alert.threshold), clearTime(alert.raisedAt))}
                </span>
                <Badge tone={seen ? 'neutral' : 'bad'} icon={<Icon size={14} />}>
                  {seen ? words.acknowledged : words.notAcknowledged}
                </Badge>
              </li>
            );
          })}
      </ul>
    </div>
  );
}
