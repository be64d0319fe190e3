import * as z from 'zod/mini';
import { utcDay } from '../time/utc-day';

const CountSchema = z.object({ mails: z.int() });

/** How many mails about alerts the account has sent today (UTC). */
export class MailDays {
  constructor(private readonly sql: SqlStorage) {}

  /** Counts one mail and returns true, or returns false if there are `max` today. */
  take(max: number, now: number): boolean {
    const day = utcDay(now);
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
