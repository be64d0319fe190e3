/** `npm run db:generate` writes the next migration from the schema. A migration that is on main is never edited. */
export default { dialect: 'sqlite', schema: './src/db/schema.ts', out: './migrations' };
