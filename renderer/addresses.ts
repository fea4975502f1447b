/** Where a run is shown while it lives and when it has ended. */
export function runAddress({ root, sequence }: { root: string; sequence: number }): string {
  return `/run/${sequence}?root=${encodeURIComponent(root)}`;
}

/** Where the audit record of a run is shown. */
export function recordAddress({ root, sequence }: { root: string; sequence: number }): string {
  return `/history/${sequence}?root=${encodeURIComponent(root)}`;
}
