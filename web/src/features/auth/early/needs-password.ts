/** Whether an identifier needs a password. An email needs one, an access code does not (docs/product.md, S2). */
export const needsPassword = (identifier: string): boolean => identifier.includes('@');
