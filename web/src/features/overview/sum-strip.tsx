import { formatCount } from '../../texts/format';
import { dialogTexts } from '../../texts/dialog-texts';
import { texts } from '../../texts/texts';
import { paths } from '../../urls/paths';
import { type Figure, FigureCard } from '../../ui/figure-card';
import { formatRate } from './format-flow';
import type { Sum } from './event-summary';

const UNKNOWN = '–';

function figuresOf(sum: Sum): Figure[] {
  const { occupancy, lowBy, capacity, rates, late, alerts, notAcknowledged, missed } = sum;
  const words = dialogTexts.overview;
  const acknowledged = alerts === 0 ? null : words.allAcknowledged;
  const part = (events: number) =>
    events === sum.events ? null : words.part(formatCount(events), formatCount(sum.events));
  return [
    {
      name: words.inside,
      value: formatCount(occupancy),
      detail: [
        part(sum.known) ?? (capacity === null ? null : texts.card.of(formatCount(capacity))),
        lowBy > 0 ? texts.card.mayBeLow(formatCount(lowBy)) : null,
      ]
        .filter((text) => text !== null)
        .join(' · '),
      bad: capacity !== null && occupancy > capacity,
    },
    {
      name: words.ins,
      value: rates ? formatRate(rates.ins) : UNKNOWN,
      detail: late > 0 ? words.late(formatCount(late)) : part(sum.live),
    },
    { name: words.outs, value: rates ? formatRate(rates.outs) : UNKNOWN, detail: part(sum.live) },
    {
      name: words.alerts,
      value: formatCount(alerts),
      detail: notAcknowledged > 0 ? words.notAcknowledgedOf(formatCount(notAcknowledged)) : acknowledged,
      bad: notAcknowledged > 0,
      to: paths.alertList,
    },
    {
      name: words.missed,
      value: missed === null ? UNKNOWN : formatCount(missed),
      detail: part(sum.live),
      bad: missed !== null && missed > 0,
      detailBad: false,
    },
  ];
}

/** Shows a few sums over all events. */
export function SumStrip({ sum }: { sum: Sum }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3">
      {figuresOf(sum).map((figure) => (
        <FigureCard
          key={figure.name}
          {...figure}
          valueClassName="text-[clamp(1.5rem,2.4vw,2.75rem)] whitespace-nowrap"
        />
      ))}
    </dl>
  );
}
