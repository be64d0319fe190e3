import { CODE_REPLACED } from '../../../src/shared/protocol/version';
import { texts } from '../texts/texts';

/** Why the page's session has ended, if its access code was replaced or somebody logged out in another tab. */
let endReason: 'code replaced' | 'logged out elsewhere' | null = null;

/** Notes the reason for a session's end, from a closed socket or a refused call: any of them can be the first. */
export function noteEndReason(reason: string | undefined): void {
  if (reason === CODE_REPLACED) endReason = 'code replaced';
}

/** Notes that another tab logs out. The server then ends the session of all tabs. */
export function noteLogoutElsewhere(): void {
  endReason = 'logged out elsewhere';
}

/** Forgets the reason, because another session begins. */
export function forgetEndReason(): void {
  endReason = null;
}

/** Returns the text for the reason of the session's end; undefined if it is not known. */
export function endReasonText(): string | undefined {
  if (endReason === null) return undefined;
  return endReason === 'code replaced' ? texts.errors.codeReplaced : texts.errors.loggedOutElsewhere;
}
