import { againstGradual } from './changes.ts';
import { changesOf, readHistory, readVersions } from './history.ts';
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
 * Checks that this release can serve beside the deployed one, and returns both versions. `origin` must answer with a
 * release that Cloudflare lists as deployed.
 */
export async function planSplit(environment: string, release: string, origin: string | undefined): Promise<Split> {
  const { deployments } = readHistory(environment);
  const current = deployments[0] ?? [];
  const others = current.filter((share) => share.release !== release);
  const [old] = others;
  if (!old || others.length > 1) {
    throw new Stop(
      old
        ? 'Two other versions share the traffic. Finish that deployment first (`npx wrangler versions deploy --env …`).'
        : `There is nothing to share the traffic with: ${current.length > 0 ? `${release} has all of it` : 'nothing is deployed'}.`,
    );
  }
  if (!origin) throw new Stop('Which address should say what is deployed? Give --url https://….');
  const answered = await askVersion(origin);
  if (old.release === null || !current.some((share) => share.release === answered)) {
    throw new Stop(
      `It is not certain what is deployed: ${origin}/api/health says ${answered ?? 'nothing'}, Cloudflare’s list says ${old.release ?? 'nothing'}. ${WHOLE}`,
    );
  }
  const against = againstGradual(changesOf(old.release, release, environment));
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
