/** The texts of the journal's entries: sentences for somebody who was not there. */
export const reportJournalTexts = {
  journal: {
    area_added: (area: string) => `${area} was added.`,
    area_renamed: (before: string, after: string) => `${before} was renamed to ${after}.`,
    area_deleted: (area: string) => `${area} was deleted.`,
    capacity_changed: (area: string, before: string, after: string) =>
      `Capacity of ${area}: ${after}, before that ${before}.`,
    capacity_set: (area: string, after: string) => `Capacity of ${area}: ${after}.`,
    noLimit: 'no limit',
    capacity_planned: (people: string) => `A capacity plan was saved: ${people} people.`,
    capacity_planned_none: 'A capacity plan without a number was saved.',
    limits_changed: (area: string, after: string, before: string) =>
      `Limits of ${area}: ${after}. Before that: ${before}.`,
    limit: (kind: string, people: string, condition: string) => `${kind} ${people} (${condition})`,
    noLimits: 'none',
    withLimits: (settings: string, limits: string) => `${settings}, limits: ${limits}`,
    occupancy_reset: (area: string, before: string) => `${area} was reset to 0. It had shown ${before}.`,
    occupancy_recounted: (area: string, before: string, after: string) => `${area} recounted: ${before} → ${after}.`,
    event_renamed: (before: string, after: string) => `The event ${before} was renamed to ${after}.`,
    access_code_replaced: 'The access code was replaced.',
    counting_locked: 'Counting was locked because of the subscription.',
    counting_unlocked: 'Counting was unlocked.',
    event_deleted: 'The event was deleted.',
    imported: 'The event was imported from a file.',
    inspection_created: (person: string) => `A link for inspectors was made for ${person}.`,
    inspection_opened: (person: string) => `The inspector’s link for ${person} was opened.`,
    inspection_revoked: (person: string) => `The inspector’s link for ${person} was revoked.`,
    source_added: (source: string) => `The machine ${source} was added.`,
    source_changed: (source: string) => `The settings of the machine ${source} changed.`,
    source_taken_over: (source: string, owner: string) =>
      `The machine ${source} was taken over. It belonged to: ${owner}.`,
    source_deleted: (source: string) => `The machine ${source} was deleted. What it has counted stays.`,
    source_restarted: (source: string) => `The machine ${source} began again from 0.`,
    source_midnight: (source: string) => `The machine ${source} began a new day from 0.`,
    source_wrapped: (source: string) => `A counter of the machine ${source} passed its highest number.`,
    source_conflict: (source: string) =>
      `The machine ${source} used a number or key again for other people. They were not counted.`,
    source_silent: (source: string) => `The machine ${source} was not heard any more.`,
    source_heard: (source: string) => `The machine ${source} was heard again.`,
    source_troubled: (trouble: string) => `The machine ${trouble}.`,
    source_recovered: (source: string, trouble: string) => `The alert about the machine ${source} is over: ${trouble}.`,
    machine_alert_ended: (source: string) => `The alert about the machine ${source} ended with the business day.`,
    machine_alert_acknowledged: (source: string, by: string | null) =>
      `The alert about the machine ${source} was acknowledged${by === null ? '' : ` by ${by}`}.`,
    machine_alert_noted: (source: string, note: string) => `About the machine ${source}: ${note}`,
    machine_alert_note_deleted: (source: string) => `The note about the machine ${source} was deleted.`,
    source_jump: (source: string) =>
      `The machine ${source} showed more people than can have passed. They were not counted.`,
    source_fell: (source: string) => `The totals of the machine ${source} fell, and nobody was counted by them.`,
    source_set_back: (source: string) => `The clock of the machine ${source} was set back.`,
    doubt_counted: (source: string, people: string) =>
      `People who may have been missing by the machine ${source} were counted: ${people} in.`,
    doubt_dismissed: (source: string, people: string) =>
      `People who may have been missing by the machine ${source} had been counted: ${people} in.`,
    restored: (moment: string | null) =>
      `All counts were restored${moment === null ? ' to another moment' : ` to those of ${moment}`}.`,
    venue_changed: (before: string, after: string) => `Settings of the venue: ${after}. Before that: ${before}.`,
    venue: (capacity: string, staff: string, margin: string, thresholds: string) =>
      `capacity ${capacity}, ${staff} staff, safety margin ${margin}, alerts at ${thresholds}`,
    margin: (percent: string, follows: boolean) => (follows ? `${percent} (following the expected error)` : percent),
    noThresholds: 'no level',
    schedule_changed: (before: string, after: string) => `Time zone and report time: ${after}. Before that: ${before}.`,
    alert_raised: (place: string, level: string) => `${place} reached ${level} of its capacity.`,
    alert_ended: (place: string, level: string) => `${place}: the alert at ${level} from before these days ended.`,
    alert_stayed: (place: string, level: string) =>
      `${place}: the alert at ${level} from before these days stayed open.`,
    other: (kind: string) => `Other change: ${kind}.`,
    withNote: (sentence: string, note: string) => `${sentence} Reason: ${note}`,
    withTimes: (sentence: string, times: string) => `${sentence} (${times} times within the hour)`,
    unknownArea: 'An area',
  },
} as const;
