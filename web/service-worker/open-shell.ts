import { PATIENT_PARAM } from './names';

/** Nobody at a door waits longer for a network that may be dead. */
const PATIENCE_MS = 3_000;

const impatience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
/** The kept shell is the one that the server no longer supports, so only a missing network is a reason to show it. */
const endless = () => new Promise<never>(() => undefined);

/** @returns how long the shell at this address waits for the network */
export const patienceFor = (url: string): (() => Promise<unknown>) =>
  new URL(url).searchParams.has(PATIENT_PARAM) ? endless : impatience;

const IMPATIENT = Symbol('no answer in time');

/**
 * Whether an answer is the page, or something that the person must see. A redirect or a refusal is: a worker runs over
 * HTTPS only, where no network in between can forge one. A failing server is not: the kept shell counts on without it.
 */
const isForThePerson = ({ status }: Response): boolean => status < 500;

/**
 * The app's HTML: the network's, otherwise the kept one. Without a kept one only the network counts, however long it
 * takes.
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
