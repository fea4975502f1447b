import type { Problem } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { forgetDeleted } from '../../cluster/config/forget-deleted.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { openWorkspace, type Workspace } from '../../store/workspace/workspace.ts';
import { blobHomes } from '../copy/blob-homes.ts';
import { pushedTags } from '../copy/pushed-tags.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import { type DeletePlan, nameAt } from './plan/plan.ts';
import { contentBelow, manifestsBelow, type RegistryPicture } from './plan/registry-picture.ts';

/** Removes deleted images from the records of pushes in this workspace and in the user's state folder. */
export async function forgetPushed(
  run: RecordedRun,
  state: string,
  registry: Registry,
  plan: DeletePlan,
  removed: ReadonlySet<string>,
  picture: RegistryPicture,
): Promise<void> {
  const { workspace } = run;
  const onWarning = (problem: Problem) => run.report([problem]);
  const forget = async (at: Workspace): Promise<void> => {
    const tags = await pushedTags(at, registry.host);
    const deleted = [...plan.images, ...plan.attachments, ...plan.tagsOnly].filter(({ repository, tag }) =>
      removed.has(nameAt({ repository, tag })),
    );
    for (const { repository, tag } of deleted) tags.remove(repository, tag);
    await tags.save();
    await forgetDeleted(at.state, registry.host, deleted);
    const homes = await blobHomes(at, registry.host);
    const [manifests, retained] = [digestsOf(plan.manifests), digestsOf(plan.retained)];
    for (const repository of new Set(plan.images.map((image) => image.repository))) {
      const saved = retained.get(repository) ?? [];
      const left = contentBelow(manifestsBelow(saved, picture.manifests), picture.manifests);
      const content = contentBelow(manifests.get(repository) ?? [], picture.manifests);
      homes.remove(
        repository,
        [...content.keys()].filter((digest) => !left.has(digest)),
      );
    }
    await homes.save();
  };
  await forget(workspace);
  if (state === workspace.root) return;
  // It contains the records of pushes from media. Only --trust-ledger reads them, so a missing or used folder is skipped.
  const other = await openWorkspace(state, { onWarning }).catch(() => undefined);
  if (!other) return;
  try {
    await forget(other);
  } finally {
    await other.close();
  }
}

/** Returns the digests of each repository. */
function digestsOf(all: readonly { repository: string; digest: Digest }[]): Map<string, Digest[]> {
  const found = new Map<string, Digest[]>();
  for (const { repository, digest } of all) {
    const digests = found.get(repository);
    if (digests) digests.push(digest);
    else found.set(repository, [digest]);
  }
  return found;
}
