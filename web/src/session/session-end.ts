import { CODE_REPLACED } from '../../../src/shared/protocol/version';
import { texts } from '../texts/texts';

/** Whether the page's session has ended because its access code was replaced. Any call or socket can report this. */
let isCodeReplaced = false;

/** Notes the reason for a session's end, from a closed socket or a refused call. */
export function noteEndReason(reason: string | undefined): void {
  if (reason === CODE_REPLACED) isCodeReplaced = true;
}

/** Forgets the reason, because another session begins. */
export function forgetEndReason(): void {
  isCodeReplaced = false;
}

/** Returns the text for the reason of the session's end; undefined if the server has given no reason. */
export const endReasonText = (): string | undefined => (isCodeReplaced ? texts.errors.codeReplaced : undefined);
