/** Returns the address of a run, while it runs and after it ended. @param image filters its images by name */
export function runAddress({ root, sequence }: { root: string; sequence: number }, image?: string): string {
  const filter = image === undefined ? '' : `&q=${encodeURIComponent(image)}`;
  return `/run/${sequence}?root=${encodeURIComponent(root)}${filter}`;
}

/** Returns the address where a transfer is written to drives. @param drives paths of the drives to select */
export function carryAddress(workspace: string, transfer: string, drives: readonly string[] = []): string {
  const query = new URLSearchParams({ workspace, transfer });
  for (const path of drives) query.append('to', path);
  return `/carry?${query}`;
}

/** Returns the address where transfers are received into a folder. */
export function receiveAddress(directory: string): string {
  return `/receive?${new URLSearchParams({ directory })}`;
}
