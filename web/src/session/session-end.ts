import { CODE_REPLACED } from '../../../src/shared/protocol/version';
import { texts } from '../texts/texts';

/** The end of the page's session; whichever of its calls and sockets hears of it first reports it. */
let isCodeReplaced = false;

/** What the server says about the end of a session: the reason of a closed socket or of a refused call. */
export function noteEndReason(reason: string | undefined): void {
  if (reason === CODE_REPLACED) isCodeReplaced = true;
}

/** For a session that begins. */
export function forgetEndReason(): void {
  isCodeReplaced = false;
}

/** Why the session has ended, for people; undefined when the server has not said. */
export const endReasonText = (): string | undefined => (isCodeReplaced ? texts.errors.codeReplaced : undefined);
