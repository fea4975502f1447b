/** Returns the text of a new configuration, which is valid and mirrors nothing. */
export function emptyImageSet(): string {
  return 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror: {}\n';
}
