import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import type { EnclaveLine } from '../../core/contract/topics/workspace.ts';

/**
 * Returns the apply of the manifests of a push, if it succeeded and wasn't rolled back.
 * @param jobs of clusters, newest first
 */
export function appliedJob(
  jobs: readonly ClusterJob[],
  { config, startedAt, endedAt = startedAt }: NonNullable<EnclaveLine['lastPush']>,
): ClusterJob | undefined {
  if (config === undefined) return undefined;
  // Each push writes its manifests to the same folder.
  const applies = jobs.filter(
    (job) =>
      job.action === 'apply' &&
      !job.dryRun &&
      job.from === config &&
      Date.parse(job.startedAt) >= Date.parse(endedAt),
  );
  const isRollback = ({ action, dryRun, from }: ClusterJob) =>
    action === 'rollback' && !dryRun && applies.some(({ saved }) => saved === from);
  const last = jobs.find((job) => applies.includes(job) || isRollback(job));
  return last?.action === 'apply' && last.status === 'done' && last.ok ? last : undefined;
}
