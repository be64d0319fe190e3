/** The id of what Stripe refers to: as it sends it, unless it was asked for the whole object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;
