import { EMAIL_MAX_LENGTH } from '../../shared/accounts/limits';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { type Checked, invalid, valid } from '../../shared/rules/checked';

/** The addresses that a browser accepts in a field of type email (HTML Standard, "valid email address"). */
const WELL_FORMED =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Returns an address in the form in which it is stored and compared. */
export const normalizeEmail = (typed: string): string => typed.trim().toLowerCase();

export function checkEmail(email: unknown): Checked<string> {
  const normal = typeof email === 'string' ? normalizeEmail(email) : '';
  return normal.length <= EMAIL_MAX_LENGTH && WELL_FORMED.test(normal)
    ? valid(normal)
    : invalid(message(serviceTexts, 'email_invalid'));
}

/** Returns the mailbox of a normal address: many providers deliver ada+tag@ to ada@ (RFC 5233, subaddresses). */
export const withoutTag = (address: string): string => address.replace(/^([^+]+)\+.*@/, '$1@');
