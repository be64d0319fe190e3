/**
 * Whether a cron of wrangler.toml is due in the minute that begins at `at`, in UTC. Its fields are `*` or numbers;
 * others are an error.
 */
export function isDue(cron: string, at: Date): boolean {
  const fields = cron.split(' ');
  const now = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCDay()];
  if (fields.length !== now.length || fields.some((field) => !/^(\*|\d+)$/.test(field))) {
    throw new Error(`npm start does not understand the cron ${cron}`);
  }
  return fields.every((field, i) => field === '*' || Number(field) === now[i]);
}
