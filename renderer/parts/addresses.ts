/** Where a run is shown while it lives and when it has ended. */
export function runAddress({ root, sequence }: { root: string; sequence: number }): string {
  return `/run/${sequence}?root=${encodeURIComponent(root)}`;
}

/** Where the audit record of a run is shown. */
export function recordAddress({ root, sequence }: { root: string; sequence: number }): string {
  return `/history/${sequence}?root=${encodeURIComponent(root)}`;
}

/** Where the transfers of an enclave are shown; `transfer` is the one that is open. */
export function enclaveAddress(workspace: string, enclave: string, transfer?: string): string {
  const query = new URLSearchParams({ workspace });
  if (transfer !== undefined) query.set('transfer', transfer);
  return `/enclaves/${encodeURIComponent(enclave)}?${query}`;
}

/** Where it is shown what fills a workspace. */
export function storageAddress(workspace: string): string {
  return `/storage?${new URLSearchParams({ workspace })}`;
}

/** Where it is chosen what goes from the registry of an enclave. */
export function deleteAddress(workspace: string, enclave: string): string {
  return `/enclaves/${encodeURIComponent(enclave)}/delete?${new URLSearchParams({ workspace })}`;
}

/** Where the result of a deletion is shown, and where it is gone on with. */
export function deletionAddress(
  enclave: string,
  { root, sequence }: { root: string; sequence: number },
): string {
  const query = new URLSearchParams({ workspace: root, root, run: `${sequence}` });
  return `/enclaves/${encodeURIComponent(enclave)}/delete?${query}`;
}

/** Where manifests are compared with a cluster and applied. */
export function clusterAddress(directory: string): string {
  return `/cluster?${new URLSearchParams({ directory })}`;
}

/** Where a transfer is written onto media. */
export function carryAddress(workspace: string, transfer: string): string {
  return `/carry?${new URLSearchParams({ workspace, transfer })}`;
}

/** Where it is shown what of a folder's transfers can be used. */
export function readyAddress(directory: string): string {
  return `/ready?${new URLSearchParams({ directory })}`;
}

/** Where transfers are received into a folder. */
export function receiveAddress(directory: string): string {
  return `/receive?${new URLSearchParams({ directory })}`;
}
