import { auditCsv, listAudit } from '../services/audit/list';
import { AUDIT_PER_PAGE_MAX } from '../services/audit/limits';
import { AUDIT_TOPICS, AuditLogSchema } from '../shared/audit/schemas';
import { csvFile } from './attachment';
import { type Call, call } from './call';
import { pageOf, pageParameters } from './request/page';
import { MEMBERS_OWNER } from './who';

export const AUDIT_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/audit',
    id: 'readAuditLog',
    summary: 'List what was done in the account and by whom, newest first',
    description:
      'The log has logins, and changes of members, keys, codes, links, billing and settings, for two years. What was done ' +
      'to an event’s counts is in the event’s report. The CSV file has all entries, in UTF-8 with a byte order mark.',
    who: MEMBERS_OWNER,
    parameters: [
      ...pageParameters('entries', AUDIT_PER_PAGE_MAX),
      {
        name: 'topic',
        in: 'query',
        description: 'Only entries of this topic.',
        schema: { type: 'string', enum: AUDIT_TOPICS },
      },
      {
        name: 'personId',
        in: 'query',
        description: 'Only entries of what this member did, or of what concerns this member.',
      },
      {
        name: 'format',
        in: 'query',
        description: 'The format of the answer. `csv` returns all entries as a file.',
        schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
      },
    ],
    answer: AuditLogSchema,
    isAlsoCsv: true,
    errors: ['invalid_input'],
    handle: async ({ c, ctx, access }) => {
      const { topic, personId, format } = c.req.query();
      const filter = { topic, personId };
      if (format !== 'csv') {
        const { entries, next } = await listAudit(ctx, access, filter, pageOf(c, AUDIT_PER_PAGE_MAX));
        return { entries, ...(next !== null && { next }) };
      }
      const day = new Date(ctx.now()).toISOString().slice(0, 10);
      return csvFile(c, auditCsv(ctx, access, filter), `Headroom audit log ${day}.csv`);
    },
  }),
];
