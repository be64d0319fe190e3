/** Stripe's error object, as it stands in an answer. */
interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
}

/** A call that Stripe answers with an error. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

export const invalid = (message: string, about: { code?: string; param?: string; status?: number } = {}): Refusal => {
  const { status = 400, ...rest } = about;
  return new Refusal(status, { type: 'invalid_request_error', message, ...rest });
};

/** An id in the path is not found with 404, one in the parameters with 400 and its parameter's name. */
export const noSuch = (what: string, id: string, param?: string): Refusal =>
  invalid(`No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
    status: param === undefined ? 404 : 400,
  });

export const missing = (param: string): Refusal =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

export const empty = (param: string): Refusal =>
  invalid(`You passed an empty string for '${param}'. '${param}' cannot be unset.`, {
    code: 'parameter_invalid_empty',
    param,
  });

const REASONS: Record<string, string> = {
  authentication_required: 'Your card was declined. This transaction requires authentication.',
};

/** Why a card is not taken, in Stripe's words. */
export const declined = (reason: string): Refusal =>
  new Refusal(402, {
    type: 'card_error',
    code: reason in REASONS ? reason : 'card_declined',
    decline_code: reason,
    message: REASONS[reason] ?? 'Your card was declined.',
  });
