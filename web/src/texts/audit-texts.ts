import { auditTexts as english } from '../features/account/audit/audit-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts about the audit log in the current language, which load with their screens. */
export { current as auditTexts };

followLaterTexts('audit', english, (texts) => {
  current = texts;
});
