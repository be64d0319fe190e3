import { followLanguage } from './texts';
import { authTexts } from '../features/auth/auth-texts';
import { recoveryTexts } from '../features/auth/recovery-texts';
import type { Translation } from './translation';

/** Like `texts`, for login, sign-up and forgotten passwords: the dashboard does not need them. */
export const guestEnglish = { ...authTexts, ...recoveryTexts } as const;

export type GuestTexts = Translation<typeof guestEnglish>;

let inForce: GuestTexts = guestEnglish;
/** The texts in the present language. Read them where they are shown, like `texts`. */
export { inForce as guestTexts };

followLanguage((pack) => {
  inForce = pack?.guestTexts ?? guestEnglish;
});
