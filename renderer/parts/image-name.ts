/**
 * Returns the most specific name of an image. A reference by digest names only the repository, so the name at the
 * destination is returned for those: `openshift/release:4.16.1-x86_64-cli`.
 */
export function imageName(origin: string, destination: string): string {
  const source = origin.replace(/^docker:\/\//, '');
  const [name, digest] = source.split('@');
  const tagged = /:[\w.-]+$/.test(name!.slice(name!.lastIndexOf('/')));
  if (!digest || tagged) return name!;
  const below = withoutHost(destination.replace(/^docker:\/\//, ''));
  return /:sha256-[0-9a-f]+$/.test(below) || !below ? name! : below.replace(/@sha256:[0-9a-f]+$/, '');
}

/** Returns the name without host, tag and digest, for short lines: `odf4/mcg-core-rhel9`. */
export function shortImageName(origin: string, destination: string): string {
  const name = withoutHost(imageName(origin, destination));
  return name.startsWith('openshift/release:')
    ? name.slice('openshift/'.length)
    : name.replace(/:[\w.-]+$/, '');
}

function withoutHost(reference: string): string {
  const slash = reference.indexOf('/');
  const first = reference.slice(0, Math.max(0, slash));
  return /[.:]/.test(first) || first === 'localhost' ? reference.slice(slash + 1) : reference;
}
