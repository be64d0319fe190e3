import { createContext, use } from 'react';
import type { User } from '../../../src/shared/schemas/user';

/** `checking` until the first verify has been answered or has failed; `leaving` until the server knows of a logout. */
export type SessionStatus = 'checking' | 'guest' | 'user' | 'leaving';

export interface Session {
  readonly status: SessionStatus;
  readonly user: User | null;
  /** One object while one person is logged in: everything that belongs to a session hangs on it. */
  readonly key: object;
  /** Epoch ms before which no socket opens: a login waits CONNECT_AFTER_LOGIN_MS (docs/product.md, S5). */
  readonly connectFrom: number;
  /** Why the last session ended, for the login screen. */
  readonly notice: string | null;
  /** Stores who has just logged in. */
  enter(user: User): void;
  /** Reads the user again. Failures are only logged (docs/product.md, E10). */
  refresh(): Promise<void>;
  /** Tells the server, then forgets the user whatever it answers. */
  leave(notice?: string): Promise<void>;
  /** Forgets the user at once: the server has ended the session already. */
  forget(notice?: string): void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
