import type * as z from 'zod/mini';
import type { ErrorCode } from '../../shared/errors';

/** Lists who is allowed to make a call, and the errors with which it refuses everyone else. */
export const WHO = {
  anyone: { text: 'Open to everyone.', errors: [] },
  link: { text: 'Open to whoever has the link; no session is needed.', errors: ['not_found'] },
  signedIn: { text: 'Admins and access-code users.', errors: ['unauthenticated'] },
  admin: { text: 'Admins.', errors: ['unauthenticated', 'forbidden'] },
  counting: {
    text: 'The event’s owner and its access-code users. Another’s event does not exist.',
    errors: ['unauthenticated', 'not_found'],
  },
  owner: {
    text: 'The event’s owner. Another’s event does not exist.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
  },
  operator: {
    text: 'Operators, with `Authorization: Bearer` and the token of the installation. Without such a token there is no such call.',
    errors: ['unauthenticated', 'not_found', 'too_many_attempts'],
  },
} as const satisfies Record<string, { text: string; errors: readonly ErrorCode[] }>;

export interface Parameter {
  name: string;
  in: 'query' | 'header';
  description: string;
  /** The parameter's schema; a string if it is missing. */
  schema?: object;
}

/** A call as the document describes it. {@link errorsOf} lists its possible errors. */
export interface Operation {
  /** Method and path as the app registers them. */
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`;
  /** The operation's unique id, which code generators use as a name. */
  id: string;
  summary: string;
  description?: string;
  who: keyof typeof WHO;
  parameters?: readonly Parameter[];
  body?: z.ZodMiniType;
  /** True if the body may be left out. */
  isBodyOptional?: boolean;
  /** The schema of a JSON answer, or the kind of another answer: a socket upgrade, or a file. */
  answer: z.ZodMiniType | 'socket' | 'csv' | 'ndjson';
  /** True if the answer can also be requested as CSV. */
  isAlsoCsv?: boolean;
  /** The status of success, if it is neither 200 nor a socket's 101. */
  status?: 201;
  /** The schema of a 503 that describes a state instead of an error. */
  brokenAnswer?: z.ZodMiniType;
  /** The errors besides those for missing permissions, a bad body and the server's own failures. */
  errors?: readonly ErrorCode[];
}

const SAFE = /^GET /;
const BODY_ERRORS = ['invalid_json', 'invalid_input'] as const;
/**
 * The errors of every call: an incomplete or too large body is refused before anything else, and so are too many
 * unknown session cookies.
 */
const EVERY_ERROR = ['invalid_input', 'too_large', 'too_many_attempts', 'storage_full', 'internal'] as const;

/** Returns all error codes with which the call can be refused. */
export function errorsOf({ route, who, body, answer, errors = [] }: Operation): Set<ErrorCode> {
  const changes = !SAFE.test(route) || answer === 'socket';
  return new Set<ErrorCode>([
    ...(body ? BODY_ERRORS : []),
    ...WHO[who].errors,
    ...(changes ? (['foreign_origin'] as const) : []),
    ...(answer === 'socket' ? (['upgrade_required', 'unavailable'] as const) : []),
    ...errors,
    ...EVERY_ERROR,
  ]);
}
