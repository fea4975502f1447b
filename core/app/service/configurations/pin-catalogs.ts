import { basename } from 'node:path';
import type { RequestParsed } from '../../../contract/contract.ts';
import type { PinnedConfiguration } from '../../../contract/topics/content/pins.ts';
import { imageSetOf, parseImageSet } from '../../../image-set/config/load-image-set.ts';
import { pinnedDeletion, pinnedImageSet } from '../../../image-set/config/pin.ts';
import { resolvePins } from '../../sources/resolve-pins.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import { lineDifference } from '../state/line-difference.ts';
import type { ServiceState } from '../state/state.ts';

/**
 * Returns a configuration whose catalogs have digests instead of tags, with the difference.
 * @throws AirlockError as `imageSetOf` for an invalid configuration, and as `resolvePins`
 */
export async function pinCatalogs(
  { file, text, sourceTlsVerify, authFile, ticket }: RequestParsed<'configurations.pin'>,
  state: Pick<ServiceState, 'jobs' | 'hostFor'>,
  signal: AbortSignal,
): Promise<PinnedConfiguration> {
  const path = absolutePath(file, 'file');
  const { operators } = imageSetOf(parseImageSet(text, path, 'ImageSetConfiguration'));
  using report = state.jobs.request(ticket, { phase: 'resolve', unit: 'images' });
  report(0, operators.length);
  const pins = await resolvePins(
    operators,
    {
      host: state.hostFor(path),
      settings: { sourceTlsVerify, authFile: optionalPath(authFile, 'authFile') },
    },
    signal,
  );
  const pinned = pinnedImageSet(text, pins);
  const name = basename(path);
  return {
    pins: pins.map(({ catalog, pinned: reference, targetTag }) => ({
      catalog,
      pinned: reference,
      targetTag,
    })),
    text: pins.length > 0 ? pinned : text,
    difference: pins.length > 0 ? lineDifference({ name, text }, { name, text: pinned }) : '',
    deletion: pinnedDeletion(text, pins),
  };
}
