/** Returns the address of a host's screen. */
export function hostAddress(name: string): string {
  return `/hosts/${encodeURIComponent(name)}`;
}
