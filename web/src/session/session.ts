import { createContext, use } from 'react';
import type { User } from '../../../src/shared/schemas/user';

/** The session's state: `checking` until the first verify ends, `leaving` until the server has the logout. */
export type SessionStatus = 'checking' | 'guest' | 'user' | 'leaving';

export interface Session {
  readonly status: SessionStatus;
  readonly user: User | null;
  /** An object that stays the same while one person is logged in. Data of the session are attached to it. */
  readonly key: object;
  /** Epoch ms before which no socket opens: a login waits CONNECT_AFTER_LOGIN_MS (docs/product.md, S5). */
  readonly connectFrom: number;
  /** Why the last session ended, as text for the login screen. */
  readonly notice: string | null;
  /** Stores the user who has just logged in. */
  enter(user: User): void;
  /** Loads the user again. Failures are only logged (docs/product.md, E10). */
  refresh(): Promise<void>;
  /** Logs out at the server, then forgets the user whatever the server answers. */
  leave(notice?: string): Promise<void>;
  /** Forgets the user at once, because the server has already ended the session. */
  forget(notice?: string): void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('No SessionProvider');
  return session;
}
