import { shellWord } from '../../base/document/shell-word.ts';
import { withNamespace } from '../../base/image/destination.ts';
import type { MirrorPlace } from './known-content.ts';

/** A release in a mirror, as `airlock release extract` finds it. */
export interface MirroredRelease {
  /** `docker://REGISTRY/NAMESPACE` */
  from: string;
  /** Tag of the payload. */
  version: string;
  /** Of the push; absent without a limit. */
  maxNestedPaths?: number;
  /** Folder with the release signatures. Absent for the user's state folder. */
  signatures?: string;
}

/** Returns where a pushed payload is. `repository` is its name at the registry. */
export function mirroredRelease(
  { repository, tag }: { repository: string; tag: string },
  { host, namespace }: MirrorPlace,
  signatures: string | undefined,
): MirroredRelease {
  const isJoined = repository !== withNamespace(namespace, 'openshift/release-images');
  return {
    from: `docker://${namespace ? `${host}/${namespace}` : host}`,
    version: tag,
    maxNestedPaths: isJoined ? repository.split('/').length : undefined,
    signatures,
  };
}

/** Returns the command that extracts the tools and the live ISO of a release, quoted for a shell. */
export function extractCommand({ from, version, maxNestedPaths, signatures }: MirroredRelease): string {
  return [
    'airlock release extract --tools --iso',
    `--from ${shellWord(from)} --version ${shellWord(version)}`,
    ...(maxNestedPaths === undefined ? [] : [`--max-nested-paths ${maxNestedPaths}`]),
    ...(signatures === undefined ? [] : [`--signatures ${shellWord(`file://${signatures}`)}`]),
    '--to tools',
  ].join(' ');
}
