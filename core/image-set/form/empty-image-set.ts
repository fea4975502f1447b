/** The text that a new configuration begins with; it loads, and mirrors nothing. */
export function emptyImageSet(): string {
  return 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror: {}\n';
}
