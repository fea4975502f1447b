import type { OperatorPackage, ReleaseChannel } from '../../image-set/config/image-set.ts';

/** An ImageSetConfiguration as a value, with what it needs for a path. */
export interface PathImageSet {
  kind: 'ImageSetConfiguration';
  apiVersion: 'mirror.openshift.io/v2alpha1';
  mirror: {
    platform?: { architectures?: string[]; channels: Partial<ReleaseChannel>[] };
    operators?: object[];
  };
}

/** Channels as they are written: what has its default is left out. */
function writtenChannels(channels: readonly ReleaseChannel[]): Partial<ReleaseChannel>[] {
  return channels.map(({ name, type, minVersion, maxVersion, shortestPath, full }) => ({
    name,
    ...(type !== 'ocp' && { type }),
    ...(minVersion && { minVersion }),
    ...(maxVersion && { maxVersion }),
    ...(shortestPath && { shortestPath }),
    ...(full && { full }),
  }));
}

/** A package as it is written. */
export function writtenPackage({
  name,
  defaultChannel,
  minVersion,
  maxVersion,
  channels,
}: OperatorPackage): Partial<OperatorPackage> {
  return {
    name,
    ...(defaultChannel && { defaultChannel }),
    ...(minVersion && { minVersion }),
    ...(maxVersion && { maxVersion }),
    ...(channels && { channels }),
  };
}

/** A whole configuration of parts; a part that is not given is left out. */
export function imageSetOf(parts: {
  architecture?: string;
  channels?: readonly ReleaseChannel[] | undefined;
  operators?: object[] | undefined;
}): PathImageSet {
  const { architecture, channels, operators } = parts;
  return {
    kind: 'ImageSetConfiguration',
    apiVersion: 'mirror.openshift.io/v2alpha1',
    mirror: {
      ...(channels && {
        platform: {
          ...(architecture && architecture !== 'amd64' && { architectures: [architecture] }),
          channels: writtenChannels(channels),
        },
      }),
      ...(operators && operators.length > 0 && { operators }),
    },
  };
}
