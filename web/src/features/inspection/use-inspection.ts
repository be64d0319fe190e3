import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type Inspection,
  type InspectionOpening,
  InspectionOpeningSchema,
  InspectionSchema,
  type InspectionSealList,
  InspectionSealListSchema,
} from '../../../../src/shared/inspections/schemas';
import { CONNECT_TIMEOUT_MS, UNOPENED_POLL_INTERVAL_MS } from '../../../../src/shared/protocol/limits';
import { OccupancyAtSchema, type Report, ReportSchema } from '../../../../src/shared/schemas/report';
import { callApi, type CallOptions, isRefusal } from '../../api/api-client';
import { fetchFile } from '../../api/fetch-file';
import { momentPath } from '../reports/moment/asked-moment';
import type { AskMoment } from '../reports/moment/use-occupancy-at';
import { packPath } from '../reports/seals/pack-path';
import type { LoadPack } from '../reports/seals/pack-download';
import { REPORT_EVERY_MS, reportEvery } from '../reports/report-every';
import { type Polled, usePolled } from './use-polled';

const inspectionPath = (token: string): string => `/api/inspections/${encodeURIComponent(token)}`;

/** How long a call for live numbers may take, in ms. */
const LIVE_TIMEOUT_MS = 6_000;

/** An inspector has no session. A call without an answer fails in time, so that old numbers are marked as old. */
const asInspector = (options: CallOptions, timeoutMs = CONNECT_TIMEOUT_MS): CallOptions => ({
  ...options,
  signal: AbortSignal.timeout(timeoutMs),
  sparesSession: true,
});

const opened = (opening: string): CallOptions => ({ headers: { 'X-Inspection': opening } });

/** Opens the link. The journal records it, unless nobody has joined to count yet. */
const openInspection = (token: string): Promise<InspectionOpening> =>
  callApi(`${inspectionPath(token)}/openings`, InspectionOpeningSchema, asInspector({ method: 'POST' }));

const fetchInspection = (token: string, opening: string): Promise<Inspection> =>
  callApi(inspectionPath(token), InspectionSchema, asInspector(opened(opening), LIVE_TIMEOUT_MS));

const fetchInspectionReport = (token: string, opening: string): Promise<Report> =>
  callApi(`${inspectionPath(token)}/report`, ReportSchema, asInspector(opened(opening)));

const fetchInspectionSeals = (token: string, opening: string): Promise<InspectionSealList> =>
  callApi(`${inspectionPath(token)}/seals`, InspectionSealListSchema, asInspector(opened(opening)));

const askAs =
  (token: string, opening: string): AskMoment =>
  (at, signal) =>
    callApi(momentPath(inspectionPath(token), at), OccupancyAtSchema, { ...asInspector(opened(opening)), signal });

/** A pack has no time limit: it can be large. */
const loadPackAs =
  (token: string, opening: string): LoadPack =>
  (day, signal) =>
    fetchFile(packPath(inspectionPath(token), day), { ...opened(opening), signal });

/** How often the seals are loaded, in ms: a day is sealed once. */
const SEALS_EVERY_MS = 60_000;
const seals = (polled: Polled<InspectionSealList>): number | null => (isGone(polled) ? null : SEALS_EVERY_MS);

/** How often the live numbers are loaded, in ms. */
const LIVE_EVERY_MS = 2_000;

const isGone = ({ error }: Polled<unknown>): boolean => isRefusal(error, 'not_found');

/** A link is opened once, because each opening stands in the journal; before anybody counts, none does. */
const untilOpened = (polled: Polled<InspectionOpening>): number | null =>
  polled.data?.opening === null && !isGone(polled) ? UNOPENED_POLL_INTERVAL_MS : null;
const live = (polled: Polled<Inspection>): number | null => (isGone(polled) ? null : LIVE_EVERY_MS);
const report = (polled: Polled<Report>): number | null => {
  if (isGone(polled)) return null;
  return polled.data === undefined ? REPORT_EVERY_MS : reportEvery(polled.data) || REPORT_EVERY_MS;
};

export interface OpenedLink {
  /** What the link is about; undefined until it was opened. */
  about: InspectionOpening | undefined;
  /** Why the link could not be opened; null if it was opened, or nothing is known yet. */
  error: unknown;
  /** Whether the link does not exist, has expired, or was revoked. This is final. */
  isGone: boolean;
  live: Polled<Inspection>;
  report: Polled<Report>;
  seals: Polled<InspectionSealList>;
  /** Asks about a moment; null until the link was opened. */
  ask: AskMoment | null;
  /** Loads a day's evidence pack; null until the link was opened. */
  loadPack: LoadPack | null;
  openAgain: () => void;
}

/**
 * Opens an inspector's link once for this page, and loads what it shows while the page is visible. The page opens the
 * link again by itself only if the server no longer knows the opening.
 */
export function useInspection(token: string): OpenedLink {
  // Another object is another attempt to open the link.
  const [attempt, setAttempt] = useState({});
  const openAgain = useCallback(() => setAttempt({}), []);
  // oxlint-disable-next-line react/exhaustive-deps -- each attempt opens the link
  const open = useCallback(() => openInspection(token), [token, attempt]);
  const opening = usePolled(open, untilOpened);
  const about = opening.data;
  const key = about?.opening ?? null;
  const [fetchLive, fetchReport, fetchSeals, ask, loadPack] = useMemo(
    () =>
      key === null
        ? [null, null, null, null, null]
        : [
            () => fetchInspection(token, key),
            () => fetchInspectionReport(token, key),
            () => fetchInspectionSeals(token, key),
            askAs(token, key),
            loadPackAs(token, key),
          ],
    [token, key],
  );
  const [liveNow, reportNow] = [usePolled(fetchLive, live), usePolled(fetchReport, report)];
  const sealsNow = usePolled(fetchSeals, seals);
  const isUnknown = isRefusal(liveNow.error, 'forbidden');

  useEffect(() => {
    if (isUnknown) openAgain();
  }, [isUnknown, openAgain]);

  return {
    about,
    error: about ? null : opening.error,
    isGone: [opening, liveNow, reportNow, sealsNow].some(isGone),
    live: liveNow,
    report: reportNow,
    seals: sealsNow,
    ask,
    loadPack,
    openAgain,
  };
}
