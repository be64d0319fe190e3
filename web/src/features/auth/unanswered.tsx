import { texts } from '../../texts/texts';

/** Says that the server could not be reached. Shown beside an error text that does not say so. */
export const Unanswered = () => <output className="px-1 text-[0.9375rem] text-muted">{texts.errors.noAnswer}</output>;
