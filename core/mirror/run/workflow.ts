import { AirlockError, loginInAddress } from '../../base/errors/airlock-error.ts';

export type Workflow =
  | { kind: 'mirrorToDisk'; directory: string }
  | { kind: 'diskToMirror'; from: string; destination: Destination }
  | { kind: 'mirrorToMirror'; workspace: string; destination: Destination };

export interface Destination {
  /** Host with port. */
  host: string;
  /** Path below which everything is pushed; empty for none. */
  namespace: string;
}

/**
 * Which of the three workflows the arguments ask for (oc-mirror v2: internal/pkg/cli/executor.go), with oc-mirror's
 * messages where it has one. Directories are returned as written after `file://`.
 * @throws AirlockError `usage`
 */
export function workflowOf(args: { destination?: string; from?: string; workspace?: string }): Workflow {
  const { destination, from, workspace } = args;
  if (!destination)
    throw usage(
      'the destination is missing: file://DIR to mirror to disk, docker://HOST[/PATH] to mirror to a registry',
    );
  if (destination.startsWith('file://')) {
    if (from)
      throw usage(
        'when destination is file://, mirrorToDisk workflow is assumed, and the --from argument is not needed',
      );
    if (workspace)
      throw usage(
        'when destination is file://, mirrorToDisk workflow is assumed, and the --workspace argument is not needed',
      );
    return { kind: 'mirrorToDisk', directory: directoryOf(destination, 'destination') };
  }
  if (!destination.startsWith('docker://')) {
    throw usage(
      'destination must have either file:// (mirror to disk) or docker:// (diskToMirror) protocol prefixes',
    );
  }
  if (from && workspace) {
    throw usage(
      'when destination is docker://, --from (assumes disk to mirror workflow) and --workspace (assumes mirror to mirror workflow) cannot be used together',
    );
  }
  if (from)
    return {
      kind: 'diskToMirror',
      from: directoryOf(from, '--from'),
      destination: parseDestination(destination),
    };
  if (workspace)
    return {
      kind: 'mirrorToMirror',
      workspace: directoryOf(workspace, '--workspace').replace(/\/working-dir\/?$/, ''),
      destination: parseDestination(destination),
    };
  throw usage(
    'when destination is docker://, either --from (assumes disk to mirror workflow) or --workspace (assumes mirror to mirror workflow) need to be provided',
  );
}

/** The directory of `file://DIR`. @throws AirlockError `usage` naming the argument */
export function directoryOf(url: string, argument: string): string {
  if (!url.startsWith('file://'))
    throw usage(`when ${argument} is used, it must have file:// prefix (found "${url}")`);
  const directory = url.slice('file://'.length);
  if (!directory) throw usage(`${argument} names no directory after file://`);
  return directory;
}

/** `docker://HOST[:PORT][/PATH]`, a trailing slash is trimmed. @throws AirlockError `usage` */
export function parseDestination(url: string): Destination {
  const text = url.slice('docker://'.length).replace(/(?<!\/)\/+$/, '');
  if (text.includes('@')) throw loginInAddress('the destination');
  const slash = text.indexOf('/');
  const host = slash < 0 ? text : text.slice(0, slash);
  const namespace = slash < 0 ? '' : text.slice(slash + 1);
  if (!/^[A-Za-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(host))
    throw usage(`"${host}" in ${url} is not a registry host`);
  if (!/[.:]/.test(host) && host !== 'localhost')
    throw usage(`"${host}" in ${url} needs a dot or a port to be a registry host, e.g. ${host}:5000`);
  if (
    namespace &&
    !/^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/.test(namespace)
  ) {
    throw usage(
      `"${namespace}" in ${url} is not a repository path (lower-case letters, digits, . _ - and /)`,
    );
  }
  return { host, namespace };
}

function usage(message: string): AirlockError {
  return new AirlockError('usage', message);
}
