/** Stripe's error object, as it stands in an answer. */
export interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  payment_method?: unknown;
  payment_intent?: unknown;
  setup_intent?: unknown;
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

export const empty = (param: string): Refusal =>
  invalid(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however ` +
      `'${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param },
  );
