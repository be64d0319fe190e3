/** Only an email comes with a password; an access code stands alone (docs/product.md, S2). */
export const needsPassword = (identifier: string): boolean => identifier.includes('@');
