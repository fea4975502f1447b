import type { ImageSetConfiguration } from '../../../image-set/config/image-set.ts';
import type { Sums } from '../known/part-sums.ts';
import type { PackageSize } from '../known/planner-answers.ts';
import type { DraftParts } from './draft-parts.ts';
import { gatherer } from './gathered-images.ts';
import type { PartsPlanner } from './parts-planner.ts';

/**
 * Returns the sizes of packages in addition to a draft, by their entry in the draft, or with the head of their default
 * channel.
 * @throws AirlockError `interrupted`
 */
export async function packageSizes(
  catalog: string,
  packages: readonly string[],
  of: {
    planner: PartsPlanner;
    stamp: string;
    /** Path of the configuration. */
    file: string;
    /** Absent if the text is invalid. Then each package counts alone. */
    content?: { configuration: ImageSetConfiguration; parts: DraftParts; sums: Sums };
    signal?: AbortSignal;
  },
): Promise<Map<string, PackageSize>> {
  const { planner, stamp, file, content, signal } = of;
  const { sizes, basis } = planner.place.table;
  const found = new Map<string, PackageSize>();
  const written = content?.parts.catalogs.find(({ operator }) => operator.catalog === catalog);
  const index = written?.index ?? (await planner.operators.index(catalog));
  for (const name of packages) {
    signal?.throwIfAborted();
    const part = content?.sums.parts.find(
      (each) => each.kind === 'operator' && each.name === name && each.catalog === catalog,
    );
    if (part) {
      const { images, bytes, adds, estimated, unknown = false } = part;
      found.set(name, { images, bytes, adds, estimated, unknown });
      continue;
    }
    const defaultChannel = index?.packages.find((each) => each.name === name)?.defaultChannel;
    if (defaultChannel === undefined) continue;
    const [alone] = await planner.operators.select(
      {
        operators: [
          {
            catalog,
            full: false,
            skipDependencies: false,
            platforms: written?.operator.platforms ?? [],
            packages: [{ name, channels: defaultChannel ? [{ name: defaultChannel }] : undefined }],
          },
        ],
        blockedImages: content?.configuration.blockedImages ?? [],
      },
      file,
      { skipUnknown: true, addDependencies: false },
      signal,
    );
    const operator = alone?.selection?.operators.find((each) => each.package === name);
    if (!operator) continue;
    const { images, contents, estimated } = gatherer(planner, stamp).of(operator.images);
    let [bytes, adds] = [0, 0];
    for (const number of contents) {
      const size = sizes[number]!;
      bytes += size;
      if (!content?.sums.counts[number]) adds += size;
    }
    const unknown = contents.some((number) => basis(number) === 'unknown');
    found.set(name, { images: images.length, bytes, adds, estimated, unknown });
  }
  return found;
}
