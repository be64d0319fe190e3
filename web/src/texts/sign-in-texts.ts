import { followLanguage } from './texts';
import { authTexts } from '../features/auth/auth-texts';
import { recoveryTexts } from '../features/auth/recovery-texts';
import type { Translation } from './translation';

/** The texts of login, sign-up and password recovery, which the dashboard does not need. */
export const signInEnglish = { ...authTexts, ...recoveryTexts } as const;

export type SignInTexts = Translation<typeof signInEnglish>;

let current: SignInTexts = signInEnglish;
/** The texts in the current language. Read them where they are shown, like `texts`. */
export { current as signInTexts };

followLanguage((pack) => {
  current = pack?.signInTexts ?? signInEnglish;
});
