import { texts } from '../../lib/texts';

/** Beside a failure whose text speaks of something else: nobody has looked at it. */
export const Unanswered = () => <output className="px-1 text-[0.9375rem] text-muted">{texts.errors.noAnswer}</output>;
