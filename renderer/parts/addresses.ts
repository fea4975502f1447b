import { carryAddress, receiveAddress } from '../../core/contract/documents/addresses.ts';
import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import type { MediaJob } from '../../core/contract/topics/media.ts';
import type { MirroredRelease } from '../../core/contract/topics/releases.ts';

export { carryAddress, receiveAddress, runAddress } from '../../core/contract/documents/addresses.ts';

/** Returns the address of the audit record of a run. */
export function recordAddress({ root, sequence }: { root: string; sequence: number }): string {
  return `/history/${sequence}?root=${encodeURIComponent(root)}`;
}

/** Returns the address of the transfers of an enclave; `transfer` is the one that is open. */
export function enclaveAddress(workspace: string, enclave: string, transfer?: string): string {
  const query = new URLSearchParams({ workspace });
  if (transfer !== undefined) query.set('transfer', transfer);
  return `/enclaves/${encodeURIComponent(enclave)}?${query}`;
}

/** Returns the address of the form for a schedule that compares a registry with its push records. */
export function driftScheduleAddress(check: {
  workspace: string;
  registry: string;
  stateDirectory: string;
  tlsVerify: boolean;
}): string {
  const query = new URLSearchParams({ compare: check.registry });
  if (check.workspace !== '') query.set('workspace', check.workspace);
  if (check.stateDirectory !== '') query.set('state', check.stateDirectory);
  if (!check.tlsVerify) query.set('tls', 'false');
  return `/schedules?${query}`;
}

/** Returns the address of the results of a schedule. */
export function scheduleAddress(workspace: string, name: string): string {
  return `/schedules?${new URLSearchParams({ workspace, show: name })}`;
}

/** Address of the form for a new schedule of the current workspace. */
export const NEW_SCHEDULE_ADDRESS = '/schedules?new=';

/** Returns the address of the disk usage of a workspace. */
export function storageAddress(workspace: string): string {
  return `/storage?${new URLSearchParams({ workspace })}`;
}

/** Returns the address where images are deleted from a registry, by default the one that the enclave was last pushed to. */
export function deleteAddress(workspace: string, enclave: string, registry?: string): string {
  const query = new URLSearchParams({ workspace });
  if (registry !== undefined) query.set('registry', registry);
  return `/enclaves/${encodeURIComponent(enclave)}/delete?${query}`;
}

/** Returns the address that shows the result of a deletion and resumes it. */
export function deletionAddress(
  enclave: string,
  { root, sequence }: { root: string; sequence: number },
): string {
  const query = new URLSearchParams({ workspace: root, root, run: `${sequence}` });
  return `/enclaves/${encodeURIComponent(enclave)}/delete?${query}`;
}

/** Returns the address where manifests are compared with a cluster and applied. @param cluster default: the user's own */
export function clusterAddress(
  directory: string,
  { kubeconfig, context }: Pick<ClusterJob, 'kubeconfig' | 'context'> = {},
): string {
  const query = new URLSearchParams({ directory });
  if (kubeconfig !== undefined) query.set('kubeconfig', kubeconfig);
  if (context !== undefined) query.set('context', context);
  return `/cluster?${query}`;
}

/** Returns the address where tools and the live ISO of a release are extracted. */
export function toolsAddress({ from, version, maxNestedPaths, signatures }: MirroredRelease): string {
  const query = new URLSearchParams({ from, version });
  if (maxNestedPaths) query.set('nested', `${maxNestedPaths}`);
  if (signatures !== undefined) query.set('signatures', signatures);
  return `/install-config/tools?${query}`;
}

/** Address where the manifests of a push are written with a CA certificate and a pull secret. */
export const MANIFESTS_ADDRESS = '/cluster/manifests';

/** Returns the address that shows which content of a folder is ready to push. */
export function readyAddress(directory: string): string {
  return `/ready?${new URLSearchParams({ directory })}`;
}

/** Returns the address where an export or import is continued. */
export function mediaJobAddress({ settings }: Pick<MediaJob, 'settings'>): string {
  return settings.kind === 'export'
    ? carryAddress(settings.workspace, settings.transfer)
    : receiveAddress(settings.directory);
}

/** Returns the address of the form that serves a folder of transfers as a registry. */
export function serveAddress(directory: string): string {
  return `/settings/registries?${new URLSearchParams({ serve: directory })}`;
}

/** Returns the address of a fetch that adds files to its transfer. @param workspace default: the first one */
export function attachAddress(files: readonly string[], workspace: string | undefined): string {
  const query = new URLSearchParams(files.map((file) => ['attach', file]));
  if (workspace !== undefined) query.set('workspace', workspace);
  return `/fetch?${query}`;
}
