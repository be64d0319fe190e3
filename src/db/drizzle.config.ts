/** `npm run db:generate` writes the next migration; a migration that has landed is never edited. */
export default { dialect: 'sqlite', schema: './src/db/schema.ts', out: './migrations' };
