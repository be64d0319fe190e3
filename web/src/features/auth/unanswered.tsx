import { texts } from '../../texts/texts';

/** Beside an error text about something else: the server could not be reached. */
export const Unanswered = () => <output className="px-1 text-[0.9375rem] text-muted">{texts.errors.noAnswer}</output>;
