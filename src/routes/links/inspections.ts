import { createInspectorLink, listInspectorLinks, revokeInspectorLink } from '../../services/inspections/links';
import {
  openInspection,
  openInspectionPack,
  readInspection,
  readInspectionMoment,
  readInspectionReport,
  readInspectionSeals,
} from '../../services/inspections/read';
import {
  CreatedInspectorLinkSchema,
  InspectionOpeningSchema,
  InspectionSchema,
  InspectionSealListSchema,
  InspectorLinkListSchema,
  NewInspectorLinkSchema,
} from '../../shared/inspections/schemas';
import { TAPS_FILE_DAYS_MAX } from '../../shared/reports/limits';
import { OccupancyAtSchema, ReportSchema } from '../../shared/schemas/report';
import { type Call, call, type Parameter } from '../call';
import { MOMENT, rangeOf, zip } from '../reports';
import { EVENT_ADMIN, INSPECTOR, INSPECTOR_LINK } from '../who';

const OPENING: Parameter = {
  name: 'X-Inspection',
  in: 'header',
  description: 'The opening: `opening` in the answer of `POST /api/inspections/{token}/openings`.',
};

export const INSPECTION_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/events/:eventId/inspections',
    id: 'listInspectorLinks',
    summary: 'List the inspectors’ links of an event',
    description:
      'Links in force come first. Expired and revoked links stay in the list for 90 days after their expiry.',
    who: EVENT_ADMIN,
    answer: InspectorLinkListSchema,
    handle: async ({ ctx, access }) => ({ links: await listInspectorLinks(ctx, access) }),
  }),
  call({
    route: 'POST /api/events/:eventId/inspections',
    id: 'createInspectorLink',
    summary: 'Create a link for an inspector, for a set time',
    description: 'The link is `/inspect/{token}`. No other call returns the token again.',
    who: EVENT_ADMIN,
    body: NewInspectorLinkSchema,
    example: { label: 'Licensing officer Huber', hours: 12 },
    answer: CreatedInspectorLinkSchema,
    status: 201,
    errors: ['limit_reached', 'too_many_attempts'],
    handle: ({ ctx, access, body }) => createInspectorLink(ctx, access, body),
  }),
  call({
    route: 'DELETE /api/events/:eventId/inspections/:linkId',
    id: 'revokeInspectorLink',
    summary: 'Revoke an inspector’s link',
    description: 'Within a second, the link opens nothing any more.',
    who: EVENT_ADMIN,
    handle: ({ ctx, access, params }) => revokeInspectorLink(ctx, access, params.linkId),
  }),
  call({
    route: 'POST /api/inspections/:token/openings',
    id: 'openInspection',
    summary: 'Open an inspector’s link',
    description:
      'The journal records each opening. The answer’s `opening` is what the other calls of an inspector require; it is ' +
      'valid as long as the link. It is null until somebody has joined to count: then the journal records nothing.',
    who: INSPECTOR_LINK,
    answer: InspectionOpeningSchema,
    status: 201,
    errors: ['too_many_attempts', 'unavailable'],
    handle: ({ ctx, access }) => openInspection(ctx, access),
  }),
  call({
    route: 'GET /api/inspections/:token',
    id: 'readInspection',
    summary: 'Get the live numbers for an inspector',
    description: 'The answer is at most a second old.',
    who: INSPECTOR,
    parameters: [OPENING],
    answer: InspectionSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access }) => readInspection(ctx, access),
  }),
  call({
    route: 'GET /api/inspections/:token/report',
    id: 'readInspectionReport',
    summary: 'Get the report of the newest business day for an inspector',
    description:
      'That of the running business day; until somebody counts on it, that of the day before, if the link was made before ' +
      'that day ended. The answer is at most ten seconds old.',
    who: INSPECTOR,
    parameters: [OPENING],
    answer: ReportSchema,
    errors: ['unavailable'],
    handle: async ({ c, ctx, access }) =>
      c.body(await readInspectionReport(ctx, access), 200, { 'Content-Type': 'application/json' }),
  }),
  call({
    route: 'GET /api/inspections/:token/seals',
    id: 'readInspectionSeals',
    summary: 'Get the newest seals of closed days for an inspector',
    description: 'The answer has at most 31 seals, newest first, and is at most ten seconds old.',
    who: INSPECTOR,
    parameters: [OPENING],
    answer: InspectionSealListSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access }) => readInspectionSeals(ctx, access),
  }),
  call({
    route: 'GET /api/inspections/:token/occupancy',
    id: 'readInspectionMoment',
    summary: 'Get how many people were inside at a moment of the past for an inspector',
    description: 'As `readOccupancyAt`, for business days that ended after the link was made, 60 times an hour.',
    who: INSPECTOR,
    parameters: [OPENING, MOMENT],
    answer: OccupancyAtSchema,
    errors: ['too_many_attempts', 'unavailable'],
    handle: ({ c, ctx, access }) => readInspectionMoment(ctx, access, c.req.query('at')),
  }),
  call({
    route: 'GET /api/inspections/:token/evidence',
    id: 'readInspectionEvidence',
    summary: 'Get the evidence pack of sealed business days for an inspector',
    description: 'As `readEvidence`, for business days that ended after the link was made, ten times an hour.',
    who: INSPECTOR,
    parameters: [OPENING, ...rangeOf(TAPS_FILE_DAYS_MAX)],
    answer: 'zip',
    errors: ['too_many_attempts', 'unavailable'],
    handle: async ({ c, ctx, access }) => {
      const { from, to } = c.req.query();
      return zip(c, await openInspectionPack(ctx, access, { from, to }, new URL(c.req.url).origin));
    },
  }),
];
