import * as z from 'zod/mini';
import { DAY_MS } from '../shared/limits';

const CountSchema = z.object({ mails: z.int() });

/** How many mails about alerts the account has sent today. A day is one of UTC. */
export class MailDays {
  constructor(private readonly sql: SqlStorage) {
    sql.exec('CREATE TABLE IF NOT EXISTS mail_days (day INTEGER PRIMARY KEY, mails INTEGER NOT NULL)');
  }

  /** The number of the day, by which messages about it can be told from those of other days. `now`: epoch ms. */
  dayOf(now: number): number {
    return Math.floor(now / DAY_MS);
  }

  /** Counts one mail and returns true, or returns false if there are `max` today. */
  take(max: number, now: number): boolean {
    const day = this.dayOf(now);
    const [row] = this.sql.exec('SELECT mails FROM mail_days WHERE day = ?', day).toArray();
    const mails = row === undefined ? 0 : z.parse(CountSchema, row).mails;
    if (mails >= max) return false;
    this.sql.exec('DELETE FROM mail_days WHERE day <> ?', day);
    this.sql.exec('INSERT OR REPLACE INTO mail_days (day, mails) VALUES (?, ?)', day, mails + 1);
    return true;
  }

  forget(): void {
    this.sql.exec('DELETE FROM mail_days');
  }
}
