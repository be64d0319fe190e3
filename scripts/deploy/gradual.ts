import { againstGradual } from './changes.ts';
import { differenceOf, readHistory, readVersions, type Share } from './history.ts';
import { askVersion } from './smoke-test.ts';
import { Stop } from './wrangler.ts';

interface Split {
  /** The version that serves until now. */
  oldId: string;
  /** The new version, if an earlier step has uploaded it. */
  newId: string | null;
}

const WHOLE = 'Deploy it whole instead: leave --gradual out, best while no event runs.';

/**
 * Says why `percent` is no next step; null if it is one. Cloudflare keeps a room on the new version only while that
 * version's part grows.
 */
export function wrongStep(
  current: readonly Share[],
  release: string,
  percent: number,
  environment: string,
): string | null {
  const part = current.find((share) => share.release === release)?.percentage ?? 0;
  if (percent > part) return null;
  const parts = current.map((share) => `${share.release} has ${share.percentage} %`).join(', ');
  return `A part only grows: ${parts}. Give --gradual more than ${part}, or end it: npm run rollback -- --env ${environment}`;
}

/**
 * Checks that this release can serve beside the deployed one with `percent` of the traffic, and returns both versions.
 * `origin` must answer with a release that Cloudflare lists as deployed.
 */
export async function planSplit(
  environment: string,
  release: string,
  percent: number,
  origin: string | undefined,
): Promise<Split> {
  const { deployments } = readHistory(environment);
  const current = deployments[0] ?? [];
  const others = current.filter((share) => share.release !== release);
  const [old] = others;
  if (!old || others.length > 1) {
    throw new Stop(
      old
        ? 'Two other versions share the traffic. Finish that deployment first, at its commit, with --gradual 100, or end it: npm run rollback'
        : `There is nothing to share the traffic with: ${current.length > 0 ? `${release} has all of it` : 'nothing is deployed'}.`,
    );
  }
  const wrong = wrongStep(current, release, percent, environment);
  if (wrong !== null) throw new Stop(wrong);
  if (!origin) throw new Stop('Which address should say what is deployed? Give --url https://….');
  const answered = await askVersion(origin);
  if (old.release === null || !current.some((share) => share.release === answered.version)) {
    throw new Stop(
      `It is not certain what is deployed: ${origin}/api/health says ${answered.version ?? `nothing (${answered.text})`}, Cloudflare’s list says ${old.release ?? 'nothing'}. ${WHOLE}`,
    );
  }
  const against = againstGradual(differenceOf(old.release, release, environment).changes);
  if (against.length > 0) {
    const list = against.map((sentence) => `- ${sentence}`).join('\n');
    throw new Stop(`${release} cannot share the traffic with ${old.release}:\n${list}\n${WHOLE}`);
  }
  return { oldId: old.id, newId: current.find((share) => share.release === release)?.id ?? null };
}

/** The id of the uploaded version of this release. */
export function uploadedId(environment: string, release: string): string {
  const uploaded = readVersions(environment).findLast((version) => version.release === release);
  if (!uploaded) throw new Stop(`Cloudflare does not list ${release} yet. Run the same command again.`);
  return uploaded.id;
}
