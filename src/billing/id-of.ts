/** Returns the id from a reference: Stripe sends either the id, or the whole object if the call asked for it. */
export const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;
