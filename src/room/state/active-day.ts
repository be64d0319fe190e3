import { only, type Row } from '../../stored/columns';
import { DAYS } from '../../stored/tables';

/** The columns of a day that D1 gets, too. */
export const ACTIVE_DAY = only(DAYS, 'day', 'countedAt', 'billableAt');

/** A business day on which a tap counted. Times are epoch ms. */
export type ActiveDay = Readonly<Row<typeof ACTIVE_DAY>>;
