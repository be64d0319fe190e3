/** `npm run db:generate` writes the next migration; one that has landed is never edited. */
export default { dialect: 'sqlite', schema: './src/db/schema.ts', out: './migrations' };
