/** `npm run db:generate` writes the next migration from the schema. From the tag of version 1.0 on, a migration that is on main is never edited. */
export default { dialect: 'sqlite', schema: './src/db/schema.ts', out: './migrations' };
