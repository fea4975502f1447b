import type { Problem } from '../../base/errors/airlock-error.ts';
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
    for (const repository of new Set(plan.images.map((image) => image.repository))) {
      const inRepository = <T extends { repository: string }>(all: readonly T[]) =>
        all.filter((each) => each.repository === repository);
      const digests = inRepository(plan.manifests).map(({ digest }) => digest);
      const saved = inRepository(plan.retained).map(({ digest }) => digest);
      const left = contentBelow(manifestsBelow(saved, picture.manifests), picture.manifests);
      const lost = [...contentBelow(digests, picture.manifests).keys()].filter((digest) => !left.has(digest));
      homes.remove(repository, lost);
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
