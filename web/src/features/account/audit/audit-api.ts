import { useInfiniteQuery } from '@tanstack/react-query';
import { type AuditLog, AuditLogSchema, type AuditTopic } from '../../../../../src/shared/audit/schemas';
import { callApi } from '../../../api/api-client';

const AUDIT = '/api/audit';
/** How many entries a page has. */
const PER_PAGE = 50;

/** Which entries are shown: all of the log without any of these. */
export interface AuditFilter {
  topic: AuditTopic | null;
  personId: string | null;
}

const queryOf = ({ topic, personId }: AuditFilter): [string, string][] => [
  ...(topic === null ? [] : [['topic', topic] satisfies [string, string]]),
  ...(personId === null ? [] : [['personId', personId] satisfies [string, string]]),
];

/** The address of the file that has these entries. */
export const auditFile = (filter: AuditFilter): string =>
  `${AUDIT}?${new URLSearchParams([['format', 'csv'], ...queryOf(filter)]).toString()}`;

/** Loads the audit log page by page, and again each time that it is shown. */
export const useAuditLog = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['audit', filter.topic, filter.personId],
    queryFn: async ({ pageParam, signal }): Promise<AuditLog> => {
      const after: [string, string][] = pageParam === null ? [] : [['after', pageParam]];
      const query = new URLSearchParams([['limit', String(PER_PAGE)], ...queryOf(filter), ...after]);
      return await callApi(`${AUDIT}?${query.toString()}`, AuditLogSchema, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? null,
    staleTime: 0,
  });
