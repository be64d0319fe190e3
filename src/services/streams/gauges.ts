import type { Gauge } from '../../http/prometheus';
import type { LiveFigures } from '../../rpc/room/monitoring-calls';

/**
 * The metrics of an event. Totals are gauges and no counters: an undo lowers them, which Prometheus would take for a
 * restart and add the whole total once more (docs/decisions/0046).
 */
export function metricsOf(eventId: string, figures: LiveFigures): Gauge[] {
  const { eventName, venue, today, devices, sources, lastTapAt, alerts } = figures;
  const event = { event: eventId, event_name: eventName };
  const areas = figures.areas.map(
    (area) => [{ event: eventId, area: area.areaId, area_name: area.areaName }, area] as const,
  );
  const of = (name: string, help: string, value: number | null): Gauge => ({
    name: `headroom_${name}`,
    help,
    samples: value === null ? [] : [[event, value]],
  });
  const ofAreas = (name: string, help: string, valueOf: (area: LiveFigures['areas'][number]) => number): Gauge => ({
    name: `headroom_area_${name}`,
    help,
    samples: areas.map(([labels, area]) => [labels, valueOf(area)]),
  });
  const byState = (name: string, help: string, states: Readonly<Record<string, number>>): Gauge => ({
    name: `headroom_${name}`,
    help,
    samples: Object.entries(states).map(([state, value]) => [{ ...event, state }, value]),
  });
  const limited = areas.filter(([, { capacity }]) => capacity > 0);
  return [
    ofAreas('occupancy', 'People inside the area.', ({ occupancy }) => occupancy),
    {
      name: 'headroom_area_capacity',
      help: 'How many people may be inside the area. Missing without a limit.',
      samples: limited.map(([labels, { capacity }]) => [labels, capacity]),
    },
    ofAreas('ins', 'People in since the area was created. An undo lowers them.', ({ ins: entries }) => entries),
    ofAreas('outs', 'People out since the area was created. An undo lowers them.', ({ outs: exits }) => exits),
    of('venue_occupancy', 'People inside all areas.', venue.occupancy),
    of('venue_capacity', 'How many guests may be inside, without staff and safety margin.', venue.capacity),
    of('venue_ins_today', 'People in on this business day, without moves between areas.', today.ins),
    of('venue_outs_today', 'People out on this business day, without moves between areas.', today.outs),
    byState('devices', 'Devices of this business day.', devices),
    byState(
      'sources',
      'Machines that count; silent ones were not heard for their time, and of refused ones nothing was taken.',
      sources,
    ),
    of('last_tap_timestamp_seconds', 'When the newest tap of this business day was made.', secondsOf(lastTapAt)),
    of('alerts_open', 'Open alerts about crowds.', alerts.open),
    of('alerts_unacknowledged', 'Open alerts about crowds that nobody has acknowledged.', alerts.unacknowledged),
  ];
}

const secondsOf = (at: number | null): number | null => (at === null ? null : at / 1000);
