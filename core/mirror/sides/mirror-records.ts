import type { WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { recordsOf } from '../../store/workspace/planning-space.ts';
import { isSelecting, recordedSets, SELECTING_FOLDERS } from '../copy/pushed-sets.ts';
import { t } from '../messages.ts';
import { type MirrorSource, recordFolders } from '../run/mirror-source.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import type { ConnectedSide } from './connected-side.ts';
import { mirroredGraphImage } from './graph-data-image.ts';

/**
 * Copies the release signatures, update graphs and charts that pushes to a mirror registry recorded. The last push is
 * copied last.
 * @throws AirlockError those of the files and of damaged records
 */
export async function copyMirrorRecords(
  { request, host, files }: { request: MirrorRequest; host: HostFacts; files: WorkingFiles },
  mirror: MirrorSource,
): Promise<void> {
  for (const folder of recordFolders(request, host)) {
    const { files: working, state } = await recordsOf(folder);
    const pushed = (await recordedSets(state, mirror.host)).map((set) => set.files);
    for (const recorded of [working, ...pushed])
      for (const prefix of SELECTING_FOLDERS)
        for (const name of (await recorded.list(prefix)).filter(isSelecting)) {
          const content = await recorded.read(name);
          if (content && !(await files.read(name))?.equals(content)) await files.write?.(name, content);
        }
  }
}

/** Returns the graph-data image of a mirror registry. @throws AirlockError `content-missing`, and those of the registry */
export async function mirroredGraph(
  { host, graph: { repository, tag } }: MirrorSource,
  registry: Registry,
  side: ConnectedSide,
  signal: AbortSignal,
): Promise<PlannedImage> {
  const found = await registry.resolve(repository, tag, { signal });
  if (!found)
    throw new AirlockError(
      'content-missing',
      t('graphImageNotInSets', { folder: host, image: `${repository}:${tag}` }),
      { side: 'source' },
    );
  const source = { registry: host, repository, digest: found.digest };
  return mirroredGraphImage(source, ({ digest }) => side.origin.manifest(source, digest, signal));
}
