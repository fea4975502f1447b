import { AirlockError, loginInAddress } from '../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';

export type Workflow =
  /**
   * `from`: a folder with sets, whose content is selected instead of that of registries. `fromRegistry`: a mirror registry
   * with the content, in place of the original ones.
   */
  | { kind: 'mirrorToDisk'; directory: string; from?: string; fromRegistry?: Destination }
  | { kind: 'diskToMirror'; from: string; destination: Destination }
  | { kind: 'mirrorToMirror'; workspace: string; destination: Destination; fromRegistry?: Destination };

export interface Destination {
  /** Host with port. */
  host: string;
  /** Path below which everything is pushed. Empty for none. */
  namespace: string;
}

/**
 * Returns the workflow for the arguments (oc-mirror v2: internal/pkg/cli/executor.go), with oc-mirror's messages where they
 * are clear. Directories are returned as written after `file://`.
 * @throws AirlockError `usage`
 */
export function workflowOf(args: { destination?: string; from?: string; workspace?: string }): Workflow {
  const { destination, from, workspace } = args;
  if (!destination) throw usage(t('destinationMissing'));
  if (destination.startsWith('file://')) {
    if (workspace) throw usage(t('workspaceNotNeeded'));
    return { kind: 'mirrorToDisk', directory: directoryOf(destination, 'destination'), ...sourceOf(from) };
  }
  if (!destination.startsWith('docker://')) {
    throw usage(t('destinationProtocol'), t('destinationRemedy'));
  }
  const { fromRegistry, from: folder } = sourceOf(from);
  if (folder && workspace) {
    throw usage(t('fromAndWorkspace'), t('fromAndWorkspaceRemedy'));
  }
  if (folder) return { kind: 'diskToMirror', from: folder, destination: parseDestination(destination) };
  if (workspace)
    return {
      kind: 'mirrorToMirror',
      workspace: directoryOf(workspace, '--workspace').replace(/\/working-dir\/?$/, ''),
      destination: parseDestination(destination),
      fromRegistry,
    };
  if (fromRegistry) throw usage(t('mirrorWithoutWorkspace'), t('mirrorWithoutWorkspaceRemedy'));
  throw usage(t('fromOrWorkspace'), t('fromOrWorkspaceRemedy'));
}

/** Returns the mirror registry from which a run reads instead of the original registries, or undefined. */
export function mirrorOf(workflow: Workflow): Destination | undefined {
  return workflow.kind === 'diskToMirror' ? undefined : workflow.fromRegistry;
}

/** Returns the folder or mirror registry of `--from`. */
function sourceOf(from: string | undefined): { from?: string; fromRegistry?: Destination } {
  if (!from) return {};
  return from.startsWith('docker://')
    ? { fromRegistry: parseDestination(from) }
    : { from: directoryOf(from, '--from') };
}

/**
 * Returns the directory of `file://DIR`.
 * @param argument an option, or the command whose only argument this is
 * @throws AirlockError `usage` with the argument
 */
export function directoryOf(url: string, argument: string): string {
  if (!url.startsWith('file://')) throw directoryFault(url, argument);
  const directory = url.slice('file://'.length);
  if (!directory) throw usage(t('directoryMissing', { argument }));
  return directory;
}

function directoryFault(url: string, argument: string): AirlockError {
  const isOption = argument.startsWith('--');
  const message = isOption
    ? t('directoryProtocol', { argument, url })
    : t('directoryPrefix', { url: url || '""' });
  if (url === '' || url.includes('://'))
    return new AirlockError('usage', message, { remedy: t('directoryRemedy') });
  const remedy = isOption
    ? t('optionPrefixRemedy', { option: argument, url })
    : t('commandPrefixRemedy', { command: argument, url });
  return new AirlockError('usage', message, { remedy });
}

/** Parses `docker://HOST[:PORT][/PATH]`. A trailing slash is removed. @throws AirlockError `usage` */
export function parseDestination(url: string): Destination {
  const text = url.slice('docker://'.length).replace(/(?<!\/)\/+$/, '');
  if (text.includes('@')) throw loginInAddress('the destination');
  const slash = text.indexOf('/');
  const host = slash < 0 ? text : text.slice(0, slash);
  const namespace = slash < 0 ? '' : text.slice(slash + 1);
  if (!/^[A-Za-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(host))
    throw usage(t('hostInvalid', { host, url }));
  if (!/[.:]/.test(host) && host !== 'localhost') throw usage(t('hostWithoutDot', { host, url }));
  if (
    namespace &&
    !/^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/.test(namespace)
  ) {
    throw usage(t('repositoryInvalid', { path: namespace, url }));
  }
  return { host, namespace };
}

function usage(message: string, remedy?: string): AirlockError {
  return new AirlockError('usage', message, remedy === undefined ? {} : { remedy });
}
