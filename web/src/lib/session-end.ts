import { CODE_REPLACED } from '../../../src/shared/protocol/version';
import { texts } from './texts';

/** Of the page's session; whichever of its calls and sockets is the first to hear of it. */
let isCodeReplaced = false;

/** What the server says of the end of a session beside the fact: the reason of a closed socket or a refused call. */
export function noteEndReason(reason: string | undefined): void {
  if (reason === CODE_REPLACED) isCodeReplaced = true;
}

/** For a session that begins. */
export function forgetEndReason(): void {
  isCodeReplaced = false;
}

/** Why the session has ended, for people; undefined where the server has not said. */
export const endReasonText = (): string | undefined => (isCodeReplaced ? texts.errors.codeReplaced : undefined);
