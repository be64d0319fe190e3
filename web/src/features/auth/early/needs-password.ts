/** Only an email comes with a password: an access code is all there is to know (spec section 5). */
export const needsPassword = (identifier: string): boolean => identifier.includes('@');
