import type * as z from 'zod/mini';
import type { ErrorCode } from '../../shared/errors';

/** Who may make a call, and how everyone else is refused. */
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
  /** Text, unless stated otherwise. */
  schema?: object;
}

/** A call as the document describes it; {@link errorsOf} knows how it may be refused. */
export interface Operation {
  /** As the app registers it. */
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`;
  /** Unique: code generators use it as a name. */
  id: string;
  summary: string;
  description?: string;
  who: keyof typeof WHO;
  parameters?: readonly Parameter[];
  body?: z.ZodMiniType;
  /** The body may be left out. */
  isBodyOptional?: boolean;
  /** The type of the answer; `socket` is an upgrade, the others are files. */
  answer: z.ZodMiniType | 'socket' | 'csv' | 'ndjson';
  /** The answer can also be requested as a file. */
  isAlsoCsv?: boolean;
  /** 200 unless stated otherwise, 101 for a socket. */
  status?: 201;
  /** For a 503 that is no error. */
  brokenAnswer?: z.ZodMiniType;
  /** Besides those of missing permissions, of a bad body, and of the server itself. */
  errors?: readonly ErrorCode[];
}

const SAFE = /^GET /;
const BODY_ERRORS = ['invalid_json', 'invalid_input'] as const;
/**
 * For any call: a body that is incomplete or too large is refused before anybody looks at it, and so are too many
 * unknown cookies.
 */
const EVERY_ERROR = ['invalid_input', 'too_large', 'too_many_attempts', 'storage_full', 'internal'] as const;

/** All codes with which the call may be refused. */
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
