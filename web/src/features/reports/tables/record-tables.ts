import type { ReportJournalEntry } from '../../../../../src/shared/reports/entries';
import type { Report, ReportDevice, ReportRecount } from '../../../../../src/shared/schemas/report';
import { shortDeviceId } from '../../devices/short-device-id';
import { reportTexts } from '../../../texts/report-texts';
import { journalSentence } from '../journal/journal-sentence';
import { madeBy } from './actor-text';
import { secondsBelowZero } from './subject-figures';
import {
  type Column,
  countColumn,
  durationColumn,
  type Line,
  momentColumn,
  type SectionTable,
  textColumn,
} from './table';
import { toldBy } from './told-by';

/** Returns the device's name, or the end of its id if it has none; of a machine also its kind, door and direction. */
export function reportDeviceName({ deviceId, deviceName, isOthers, source }: ReportDevice): string {
  const { unnamed, others, machines, directions, machine, onArrival } = reportTexts.tables;
  if (isOthers) return others;
  const name = deviceName ?? unnamed(shortDeviceId(deviceId));
  if (source === undefined) return name;
  const { kind, door, direction, countsOnArrival } = source;
  const about = [
    machines[kind],
    ...(door === null || door === name ? [] : [door]),
    directions[direction],
    ...(countsOnArrival ? [onArrival] : []),
  ];
  return machine(name, about.join(', '));
}

export function devicesTable({ devices }: Report): SectionTable<ReportDevice> {
  const { heads, admin, sheets } = reportTexts.tables;
  const columns: Column<ReportDevice>[] = [
    textColumn(heads.device, (device) => (device.isAdmin ? admin(reportDeviceName(device)) : reportDeviceName(device))),
    textColumn(heads.deviceId, ({ deviceId }) => deviceId, { width: 38, only: 'files' }),
    countColumn(heads.ins, ({ ins }) => ins),
    countColumn(heads.outs, ({ outs }) => outs),
    countColumn(heads.moves, ({ moves }) => moves),
    countColumn(heads.taps, ({ taps }) => taps, { only: 'paper' }),
    countColumn(heads.undone, ({ undone }) => undone),
    momentColumn(heads.firstTapAt, ({ firstTapAt }) => firstTapAt),
    momentColumn(heads.lastTapAt, ({ lastTapAt }) => lastTapAt),
    countColumn(heads.lateTaps, ({ lateTaps }) => lateTaps),
    durationColumn(heads.latest, ({ latestSeconds }) => latestSeconds, { width: 12, only: 'paper' }),
  ];
  return { title: reportTexts.paper.devices, sheet: sheets.devices, columns, rows: devices };
}

export interface QuietTime {
  deviceName: string;
  from: string;
  to: string;
}

/** Returns a table of the periods in which a counting device sent nothing for long. */
export function quietTimesTable({ devices, quietTimesLeftOut }: Report): SectionTable<QuietTime> {
  const { heads, sheets } = reportTexts.tables;
  const rows = devices.flatMap((device) =>
    device.quietTimes.map(({ from, to }) => ({ deviceName: reportDeviceName(device), from, to })),
  );
  const columns: Column<QuietTime>[] = [
    textColumn(heads.device, ({ deviceName }) => deviceName),
    momentColumn(heads.silentFrom, ({ from }) => from),
    momentColumn(heads.silentTo, ({ to }) => to),
  ];
  return {
    title: reportTexts.paper.quietTimes,
    sheet: sheets.quietTimes,
    leftOut: quietTimesLeftOut,
    columns,
    rows,
  };
}

/** Returns a value of the journal unchanged, or as JSON if it is an object, for programs that read the file. */
const recorded = (value: unknown): string | number | null =>
  value === null || typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);

/**
 * Returns a table of the changes of names, capacities and other settings, and of resets and recounts: what was changed,
 * by whom, from which value to which.
 */
export function journalTable({ journal, journalLeftOut }: Report): SectionTable<ReportJournalEntry> {
  const { heads, sheets } = reportTexts.tables;
  const columns: Column<ReportJournalEntry>[] = [
    momentColumn(heads.at, ({ at }) => at),
    textColumn(heads.actor, madeBy, { width: 24 }),
    textColumn(heads.area, ({ areaName }) => areaName, { width: 24, only: 'files' }),
    textColumn(heads.what, journalSentence, { width: 70 }),
    textColumn(heads.before, ({ before }) => recorded(before), { width: 14, only: 'files' }),
    textColumn(heads.after, ({ after }) => recorded(after), { width: 14, only: 'files' }),
    textColumn(heads.note, ({ note }) => note, { width: 50, only: 'files' }),
  ];
  return {
    title: reportTexts.paper.journal,
    sheet: sheets.journal,
    leftOut: journalLeftOut,
    columns,
    rows: journal,
  };
}

/** Returns a table of the recounts: how far each number had been off, and after how many ins and outs. */
export function recountsTable({ quality, journal }: Report): SectionTable<ReportRecount> {
  const { recounts, recountsLeftOut } = quality;
  const { heads, sheets } = reportTexts.tables;
  const recountedBy = toldBy(
    journal,
    ({ kind, areaId, at }) => (kind === 'occupancy_recounted' ? `${areaId} ${at}` : null),
    ({ areaId, at }: ReportRecount) => `${areaId} ${at}`,
  );
  const columns: Column<ReportRecount>[] = [
    textColumn(heads.area, ({ areaName }) => areaName, { width: 24 }),
    momentColumn(heads.at, ({ at }) => at),
    countColumn(heads.drift, ({ drift }) => drift, { width: 12 }),
    countColumn(heads.crossings, ({ crossings }) => crossings, { width: 18 }),
    ...(recountedBy ? [textColumn(heads.recountedBy, recountedBy, { width: 24 })] : []),
  ];
  return {
    title: reportTexts.paper.recounts,
    sheet: sheets.recounts,
    leftOut: recountsLeftOut,
    columns,
    rows: recounts,
  };
}

/** Returns the lines about the quality of the data: late taps, impossible values, and silent devices. */
export function qualityLines({ quality, venue, devices }: Report): Line[] {
  const { quality: labels } = reportTexts.tables;
  const silent = devices.filter(({ quietTimes }) => quietTimes.length > 0);
  const { countingError: error } = quality;
  return [
    { label: labels.taps, kind: 'count', value: quality.taps },
    { label: labels.precision, kind: 'text', value: labels.byTap },
    { label: labels.overMinute, kind: 'count', value: quality.late.overMinute },
    { label: labels.overTenMinutes, kind: 'count', value: quality.late.overTenMinutes },
    { label: labels.overHour, kind: 'count', value: quality.late.overHour },
    { label: labels.latest, kind: 'duration', value: quality.latestSeconds },
    { label: labels.floored, kind: 'count', value: venue.floored },
    { label: labels.givenBack, kind: 'count', value: quality.givenBack ?? 0 },
    { label: labels.belowZero, kind: 'duration', value: secondsBelowZero(venue) },
    { label: labels.silent, kind: 'count', value: silent.length },
    { label: labels.per1000, kind: 'count', value: error?.per1000 ?? null },
    { label: labels.busiestDay, kind: 'count', value: error?.busiestDay ?? null },
    { label: labels.margin, kind: 'share', value: error?.marginPercent ?? null },
  ];
}
