import { useState } from 'react';
import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import type { Usage } from '../../../../../src/shared/schemas/billing';
import { ownMessage } from '../../../api/api-client';
import { settingsTexts } from '../../../texts/settings-texts';
import { Button } from '../../../ui/button';
import { Spinner } from '../../../ui/spinner';
import { USAGE_EVENTS, useUsage } from '../account-api';
import { RetryNotice } from '../../../ui/load-failed';
import { outlook } from '../settings/outlook';
import { byEventName, formatDate, formatDays, formatMoney, formatPeriod } from './usage-format';

/** Shows the active days of this billing period and their cost so far, before they are charged. */
export function UsageView({ status }: { status: SubscriptionStatus | null }) {
  const [limit, setLimit] = useState(USAGE_EVENTS);
  const usage = useUsage(limit);

  return (
    <div tabIndex={-1} className="grid min-h-48 content-center gap-4 outline-none">
      {usage.isFetching && !usage.data && <Spinner />}
      {usage.isError && !usage.isFetching && (
        <RetryNotice
          text={ownMessage(usage.error, settingsTexts.usage.loadFailed)}
          onRetry={() => void usage.refetch()}
        />
      )}
      {usage.data && <Shown usage={usage.data} status={status} />}
      {usage.data?.next !== undefined && (
        <Button
          variant="quiet"
          disabled={usage.isPlaceholderData}
          onClick={() => setLimit(limit + USAGE_EVENTS)}
          className="justify-self-start"
        >
          {settingsTexts.usage.more}
        </Button>
      )}
    </div>
  );
}

interface ShownProps {
  usage: Usage;
  status: SubscriptionStatus | null;
}

function Shown({ usage, status }: ShownProps) {
  return (
    <>
      <Summary usage={usage} status={status} />
      {usage.events.length === 0 ? (
        <p className="py-4 text-center text-muted text-pretty">{settingsTexts.usage.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {usage.events.toSorted(byEventName).map((event) => (
            <EventUsage key={event.eventId} event={event} pricePerDayCents={usage.pricePerDayCents} />
          ))}
        </ul>
      )}
      {usage.configured && (
        <p className="text-sm text-muted text-pretty">
          {settingsTexts.usage.price(formatMoney(usage.pricePerDayCents))}
        </p>
      )}
    </>
  );
}

function Summary({ usage, status }: ShownProps) {
  const { periodStartsAt, periodEndsAt, amountCents } = usage;
  return (
    <div className="@container rounded-pad bg-sunken px-5 py-4">
      <p className="text-sm text-muted">{settingsTexts.usage.soFar}</p>
      {/* The font size depends on the width of the box, because an amount must not wrap. */}
      <p className="text-[min(2.25rem,15cqi)] leading-tight font-semibold tracking-tight whitespace-nowrap tabular-nums">
        {formatMoney(amountCents)}
      </p>
      <p className="mt-1 text-sm text-muted">
        {periodEndsAt
          ? formatPeriod(periodStartsAt, periodEndsAt)
          : settingsTexts.usage.since(formatDate(periodStartsAt))}
      </p>
      <p className="mt-3 font-medium text-pretty">{outlook(usage, status)}</p>
    </div>
  );
}

interface EventUsageProps {
  event: Usage['events'][number];
  pricePerDayCents: number;
}

function EventUsage({ event, pricePerDayCents }: EventUsageProps) {
  const { eventName, days, freeDays } = event;
  const amount = formatMoney(days.length * pricePerDayCents);
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 py-3.5">
      <p className="min-w-0 font-semibold text-pretty">{eventName || settingsTexts.usage.deletedEvent}</p>
      <p className="text-end font-semibold tabular-nums">{amount}</p>
      {days.length > 0 && (
        <>
          <p className="text-sm text-muted">{formatDays(days)}</p>
          <p className="text-end text-sm text-muted tabular-nums">
            {settingsTexts.usage.product(days.length, formatMoney(pricePerDayCents))}
          </p>
        </>
      )}
      {freeDays.length > 0 && (
        <p className="col-span-2 text-sm text-muted">
          <span className="me-1 rounded-full bg-good-soft px-2 py-0.5 font-medium text-good">
            {settingsTexts.usage.free}
          </span>{' '}
          {formatDays(freeDays)}
        </p>
      )}
    </li>
  );
}
