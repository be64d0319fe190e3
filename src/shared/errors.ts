import type { Message } from './messages/message';

/**
 * The error catalog: each code with its HTTP status and the default text for the user (docs/product.md, E8). Socket
 * frames and refused taps use the same codes.
 */
const ERRORS = {
  invalid_input: [400, 'Some of what was sent is not valid.'],
  invalid_json: [400, 'The request body is not valid JSON.'],
  invalid_signature: [400, 'The signature is not valid.'],
  invalid_invitation: [400, 'This invitation is not valid any more. Please ask for a new one.'],
  invalid_reset_link: [400, 'This link is not valid any more. Please ask for a new one.'],
  unauthenticated: [401, 'Please log in to continue.'],
  invalid_credentials: [401, 'Login failed. Please check your credentials.'],
  second_step_needed: [401, 'Please enter the code of your second step, too.'],
  second_step_wrong: [401, 'This code is not right, or was used before. Please enter the next one.'],
  second_step_demanded: [401, 'This account demands a second step. Please set one up to log in.'],
  forbidden: [403, 'You are not allowed to do this.'],
  confirmation_needed: [403, 'Please enter your password, so that we know that it is you.'],
  foreign_origin: [403, 'This request came from another site and was refused.'],
  invitation_needed: [403, 'New accounts need an invitation here. Please open the link of yours, or contact support.'],
  sign_up_closed: [403, 'No new accounts are created here.'],
  sign_up_paused: [403, 'No new accounts are created here today. Please try again tomorrow, or contact support.'],
  https_required: [403, 'Please use HTTPS.'],
  payment_failed: [402, 'The payment did not go through. Please try another card.'],
  not_found: [404, 'This does not exist, or it is not yours.'],
  upgrade_required: [400, 'This address only accepts WebSocket connections.'],
  reload_needed: [400, 'This page is out of date. Please reload it.'],
  email_taken: [409, 'An account with this email already exists.'],
  member_already: [409, 'This login belongs to the account already.'],
  last_owner: [409, 'An account needs an owner. Please make somebody else an owner first.'],
  other_owner: [409, 'This account has another owner, so you can only leave it.'],
  limit_reached: [409, 'You have reached the limit for this.'],
  too_large: [413, 'The request is too large.'],
  too_many_attempts: [429, 'Too many attempts. Please wait a few minutes and try again.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  unavailable: [503, 'The service is busy. Please try again in a moment.'],
  storage_full: [507, 'The server’s storage is full. Nothing was saved. Please tell the support.'],
  mail_not_configured: [503, 'Please write to the support address to reset your password.'],
  billing_not_configured: [503, 'Could not load the payment form. Please try again later.'],
  bad_frame: [400, 'The message could not be read.'],
  not_joined: [400, 'Join the event before sending anything else.'],
  wrong_event: [400, 'This connection belongs to another event.'],
  client_id_taken: [403, 'This client id is in use.'],
  too_fast: [429, 'Too many messages. Please slow down.'],
  counting_locked: [403, 'Counting is locked for this account.'],
  trial_used_up: [403, 'This event has used up the taps of its free trial. The organizer can contact support.'],
  unknown_area: [404, 'This area does not exist.'],
  unknown_category: [404, 'This category does not exist.'],
  area_deleted: [404, 'This area has been deleted.'],
  source_owned: [409, 'This machine belongs to another API key or to the organizer.'],
  seq_gap: [409, 'Items before this one are missing. Please send them first.'],
  conflict: [409, 'This number or key was used before, for other people. Please send new people under a new one.'],
  refused_before: [409, 'This number was used before. Whether it was refused then is not known any more.'],
  time_unreadable: [400, 'This time could not be read. Please send ISO 8601.'],
  time_in_seconds: [400, 'This time is a number of seconds. Please send milliseconds since 1970, or ISO 8601.'],
  time_in_future: [400, 'This time is still to come. Please check the source’s clock.'],
  time_too_old: [400, 'This time is more than seven days ago. It cannot be counted any more.'],
  totals_out_of_range: [400, 'These totals are more than a counter of so many bits can show.'],
  not_enough_people: [409, 'There are not that many people in this area.'],
  nothing_to_undo: [409, 'There is no such tap to undo.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorStatus = (typeof ERRORS)[ErrorCode][0];

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);
export const errorCodes = (): ErrorCode[] => Object.keys(ERRORS).filter(isErrorCode);
export const errorMessage = (code: ErrorCode): string => ERRORS[code][1];
export const errorStatus = (code: ErrorCode): ErrorStatus => ERRORS[code][0];

/**
 * An expected refusal. `onError` answers its status and an `ErrorBody`; `retryAfterS` becomes Retry-After. `detail`
 * replaces the text of `code` if that text says too little.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly detail: Message | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, detail?: Message, options: { retryAfterS?: number } = {}) {
    super(detail?.text ?? errorMessage(code));
    this.code = code;
    this.detail = detail;
    this.retryAfterS = options.retryAfterS;
  }

  get status(): ErrorStatus {
    return errorStatus(this.code);
  }
}
