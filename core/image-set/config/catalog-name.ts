/**
 * `1 or more path components`: targetCatalog and targetRepo (oc-mirror v2: internal/pkg/api/v2alpha1/type_config.go).
 */
const PATH = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/;

export function isTargetPath(text: string): boolean {
  return PATH.test(text);
}

/**
 * Returns the name by which v2 distinguishes catalogs: the reference without transport, targetTag in place of tag and digest,
 * targetCatalog in place of the source's path (oc-mirror v2: internal/pkg/api/v2alpha1/type_config.go).
 * @returns the name, or why oc-mirror can't parse the reference; `untagged`: a tag is missing
 */
export function uniqueCatalogName(
  catalog: string,
  targetCatalog = '',
  targetTag = '',
): { name: string } | { reason: string; untagged: boolean } {
  const separator = catalog.indexOf('://');
  const docker = separator < 0 || catalog.slice(0, separator) === 'docker';
  const reference = separator < 0 ? catalog : catalog.slice(separator + 3);
  const [named = '', digest] = split(reference, reference.indexOf('@'));
  const colon = docker && named.lastIndexOf(':') > named.lastIndexOf('/') ? named.lastIndexOf(':') : -1;
  const [name = '', tag] = split(named, colon);
  if (digest !== undefined && !/^[a-z0-9+._-]+:[0-9a-f]{32,}$/.test(digest))
    return { reason: 'the digest is invalid', untagged: false };
  if (docker && !tag && !digest) return { reason: 'it has neither a tag nor a digest', untagged: true };
  const path = docker && name.includes('/') ? name.slice(name.indexOf('/') + 1) : name;
  const unique = targetTag ? `${name}:${targetTag}` : reference;
  return { name: targetCatalog ? unique.replace(path, () => targetCatalog) : unique };
}

function split(text: string, at: number): [string, string | undefined] {
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
