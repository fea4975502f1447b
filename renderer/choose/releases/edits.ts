import type { YamlText } from '../../../core/contract/documents/document.ts';
import {
  type ImageSetView,
  imageSetView,
  removeRelease,
  setRelease,
} from '../../../core/contract/documents/image-set-form.ts';
import type { ContractReleaseChannel } from '../../../core/contract/topics/upgrades.ts';

type Releases = ImageSetView['releases'];

/**
 * Replaces the release channels of the text; channels of OKD stay. A channel with the same name retains its other fields
 * and its comments. If there is one channel before and one after, it is renamed.
 */
export function writeReleases(doc: YamlText, channels: readonly ContractReleaseChannel[]): YamlText {
  const before = ocp(imageSetView(doc).releases);
  const [only] = before.length === 1 && channels.length === 1 ? before : [];
  let text = doc;
  for (const channel of channels) text = setRelease(text, fieldsOf(channel), only?.name);
  for (const { name } of before)
    if (name !== only?.name && !channels.some((channel) => channel.name === name))
      text = removeRelease(text, name);
  return text;
}

/** Returns whether the text has exactly these channels. */
export function sameReleases(releases: Releases, channels: readonly ContractReleaseChannel[]): boolean {
  const written = ocp(releases);
  return (
    written.length === channels.length &&
    channels.every(({ name, minVersion, maxVersion, shortestPath }) =>
      written.some(
        (each) =>
          each.name === name &&
          each.minVersion === minVersion &&
          each.maxVersion === maxVersion &&
          (each.shortestPath === shortestPath || minVersion === maxVersion),
      ),
    )
  );
}

function ocp(releases: Releases): Releases {
  return releases.filter(({ type }) => type === undefined || type.toLowerCase() === 'ocp');
}

/** Returns the fields of a channel. Fields that the answer doesn't have are removed: they would change the selection. */
function fieldsOf({ name, minVersion, maxVersion, shortestPath }: ContractReleaseChannel) {
  return { name, minVersion, maxVersion, shortestPath, full: undefined };
}
