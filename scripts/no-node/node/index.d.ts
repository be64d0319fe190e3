/** Stripe's client asks for Node's types, which would declare Node's globals. TypeScript finds this file instead. */
declare module 'node:none';
