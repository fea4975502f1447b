import { yamlOf } from '../../base/document/yaml-of.ts';
import type { OperatorPackage, ReleaseChannel } from '../../image-set/config/image-set.ts';

/** An ImageSetConfiguration as a value, with the content for a path. */
export interface PathImageSet {
  kind: 'ImageSetConfiguration';
  apiVersion: 'mirror.openshift.io/v2alpha1';
  mirror: {
    platform?: { architectures?: string[]; channels: WrittenChannel[] };
    operators?: { catalog: string; packages: WrittenPackage[] }[];
  };
}

/** The content for a path. Absent parts are omitted. */
export interface PathContent {
  architecture?: string;
  channels?: readonly WrittenChannel[] | undefined;
  operators?: readonly { catalog: string; packages: readonly OperatorPackage[] }[];
}

type WrittenChannel = Omit<Partial<ReleaseChannel>, 'at'> & { name: string };
type WrittenPackage = Omit<OperatorPackage, 'at'>;

/** Returns a channel for a file, without fields that have their default. */
export function writtenChannel({
  name,
  type,
  minVersion,
  maxVersion,
  shortestPath,
  full,
}: WrittenChannel): WrittenChannel {
  return {
    name,
    type: type === 'ocp' ? undefined : type,
    minVersion: minVersion || undefined,
    maxVersion: maxVersion || undefined,
    shortestPath: shortestPath || undefined,
    full: full || undefined,
  };
}

/** Returns a package for a file, without its place and empty fields. */
export function writtenPackage({
  name,
  defaultChannel,
  minVersion,
  maxVersion,
  channels,
}: OperatorPackage): WrittenPackage {
  return {
    name,
    defaultChannel: defaultChannel || undefined,
    minVersion: minVersion || undefined,
    maxVersion: maxVersion || undefined,
    channels,
  };
}

/** Returns a complete configuration with the content. */
export function imageSetOf({ architecture, channels = [], operators = [] }: PathContent): PathImageSet {
  const architectures = architecture && architecture !== 'amd64' ? [architecture] : undefined;
  const catalogs = operators.map(({ catalog, packages }) => ({
    catalog,
    packages: packages.map(writtenPackage),
  }));
  return {
    kind: 'ImageSetConfiguration',
    apiVersion: 'mirror.openshift.io/v2alpha1',
    mirror: {
      platform: channels.length > 0 ? { architectures, channels: channels.map(writtenChannel) } : undefined,
      operators: catalogs.length > 0 ? catalogs : undefined,
    },
  };
}

/** Returns {@link imageSetOf} as a text. */
export function imageSetYaml(content: PathContent): string {
  return yamlOf(imageSetOf(content), { lineWidth: 0 });
}
