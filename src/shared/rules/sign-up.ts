/** Who may sign up: everybody, whoever has an invitation, or nobody after the first account (docs/product.md, S11). */
export const SIGN_UP_MODES = ['open', 'invited', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];
