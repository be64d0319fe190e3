import { membersTexts as english } from '../features/account/members/members-texts';
import { followLaterTexts } from './later-texts';
import type { Translation } from './translation';

let current: Translation<typeof english> = english;
/** The texts about members and invitations in the current language, which load with their screens. */
export { current as membersTexts };

followLaterTexts('members', english, (texts) => {
  current = texts;
});
