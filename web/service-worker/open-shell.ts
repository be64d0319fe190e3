import { PATIENT_PARAM } from './names';

/** How long the shell waits for the network, in ms. It may be dead, and people at a door cannot wait longer. */
const PATIENCE_MS = 3_000;

const impatience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
/** The server no longer supports the kept shell, so it is shown only if there is no network, not after a time. */
const endless = () => new Promise<never>(() => undefined);

/** Returns the wait after which the kept shell is shown. It depends on the page's address. */
export const patienceFor = (url: string): (() => Promise<unknown>) =>
  new URL(url).searchParams.has(PATIENT_PARAM) ? endless : impatience;

const IMPATIENT = Symbol('no answer in time');

/**
 * Whether the answer must be shown. A redirect or a refusal must be: a service worker runs only over HTTPS, where no
 * network between can forge an answer. The error of a failing server must not be: the kept shell can count without the
 * server.
 */
const isForThePerson = ({ status }: Response): boolean => status < 500;

/**
 * Returns the app's HTML from the network, or the kept shell if the network is too slow or fails. If no shell is kept,
 * it waits for the network without a limit.
 * @param ask rejects without a network
 * @param patience resolves when the network's time is over
 */
export async function openShell(
  ask: () => Promise<Response>,
  kept: () => Promise<Response | undefined>,
  patience: () => Promise<unknown>,
): Promise<Response> {
  const asked = ask();
  const answer = await Promise.race([asked.catch(() => null), patience().then(() => IMPATIENT)]);
  if (answer instanceof Response && isForThePerson(answer)) return answer;
  return (await kept()) ?? asked;
}
