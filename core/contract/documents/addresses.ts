/** Returns the address of a run, while it runs and after it ended. */
export function runAddress({ root, sequence }: { root: string; sequence: number }): string {
  return `/run/${sequence}?root=${encodeURIComponent(root)}`;
}

/** Returns the address where a transfer is written to drives. */
export function carryAddress(workspace: string, transfer: string): string {
  return `/carry?${new URLSearchParams({ workspace, transfer })}`;
}

/** Returns the address where transfers are received into a folder. */
export function receiveAddress(directory: string): string {
  return `/receive?${new URLSearchParams({ directory })}`;
}
