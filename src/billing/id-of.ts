/**
 * The id of an object that Stripe refers to: Stripe sends the id, or the whole object when it is asked to expand it.
 */
export const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;
