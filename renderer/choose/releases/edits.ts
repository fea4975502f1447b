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
 * Replaces the release channels of the text; channels of OKD stay. If the text mirrors all releases of its ranges, the new
 * channels do so too. A channel with the same name retains its other fields
 * and its comments. If there is one channel before and one after, it is renamed.
 */
export function writeReleases(doc: YamlText, channels: readonly ContractReleaseChannel[]): YamlText {
  const before = ocp(imageSetView(doc).releases);
  const [only] = before.length === 1 && channels.length === 1 ? before : [];
  const every = rangeLimit(before) === 'every';
  let text = doc;
  for (const channel of channels) text = setRelease(text, fieldsOf(channel, every), only?.name);
  for (const { name } of before)
    if (name !== only?.name && !channels.some((channel) => channel.name === name))
      text = removeRelease(text, name);
  return text;
}

/** Returns the channels of a text that can select several releases. */
function rangesOf(releases: Releases): Releases {
  return ocp(releases).filter(
    ({ full, minVersion, maxVersion }) => !full && minVersion !== undefined && minVersion !== maxVersion,
  );
}

/**
 * How many ranges of a text are limited to the shortest path: all (`shortest`), none of them (`every`) or some (`mixed`).
 * `none`: it has no ranges.
 */
export type RangeLimit = 'shortest' | 'every' | 'mixed' | 'none';

/** Returns whether the ranges of a text are limited to the shortest path. */
export function rangeLimit(releases: Releases): RangeLimit {
  const ranges = rangesOf(releases);
  if (ranges.length === 0) return 'none';
  const limited = ranges.filter(({ shortestPath }) => shortestPath).length;
  if (limited === 0) return 'every';
  return limited === ranges.length ? 'shortest' : 'mixed';
}

/** Limits all ranges of a text to the shortest path, or removes that limit. */
export function writeShortestPath(doc: YamlText, shortest: boolean): YamlText {
  return rangesOf(imageSetView(doc).releases).reduce(
    (text, { name }) => setRelease(text, { name, shortestPath: shortest || undefined }),
    doc,
  );
}

/** Returns whether the text has exactly these channels, with or without `shortestPath`. */
export function sameReleases(releases: Releases, channels: readonly ContractReleaseChannel[]): boolean {
  const written = ocp(releases);
  return (
    written.length === channels.length &&
    channels.every(({ name, minVersion, maxVersion }) =>
      written.some(
        (each) => each.name === name && each.minVersion === minVersion && each.maxVersion === maxVersion,
      ),
    )
  );
}

function ocp(releases: Releases): Releases {
  return releases.filter(({ type }) => type === undefined || type.toLowerCase() === 'ocp');
}

/** Returns the fields of a channel. `shortestPath` isn't added to a text that mirrors all releases of its ranges. Fields that the answer doesn't have are removed: they would change the selection. */
function fieldsOf({ name, minVersion, maxVersion, shortestPath }: ContractReleaseChannel, every: boolean) {
  return { name, minVersion, maxVersion, shortestPath: every ? undefined : shortestPath, full: undefined };
}
