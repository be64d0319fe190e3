import { followLanguage } from './texts';
import { authTexts } from './texts/auth';
import { recoveryTexts } from './texts/recovery';
import type { Translation } from './texts/translation';

/** As `texts`, of login, sign-up and forgotten passwords: the dashboard does without them. */
export const guestEnglish = { ...authTexts, ...recoveryTexts } as const;

export type GuestTexts = Translation<typeof guestEnglish>;

let inForce: GuestTexts = guestEnglish;
/** In the language in force. Read them where they are shown, as `texts`. */
export { inForce as guestTexts };

followLanguage((pack) => {
  inForce = pack?.guestTexts ?? guestEnglish;
});
