import { type AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';

/** The meaning of a user's name for a catalog. */
export type NamedCatalog =
  | { at: 'registry'; reference: ImageReference }
  /** An OCI layout that is one catalog. */
  | { at: 'layout'; path: string }
  /** A folder or file of a catalog, an OCI layout, a workspace, or a set, which is detected when it is opened. */
  | { at: 'disk'; path: string; noReference?: AirlockError };

/**
 * Parses the name of a catalog: a reference with tag or digest (with or without `docker://`), `oci://DIR`, `file://DIR`,
 * or DIR. A folder whose name could be a reference needs the prefix `./`.
 * @param pathOf makes a path absolute
 * @throws AirlockError `reference-invalid` for another transport
 */
export function namedCatalog(name: string, pathOf: (path: string) => string): NamedCatalog {
  if (name.startsWith('oci://')) return { at: 'layout', path: pathOf(name.slice('oci://'.length)) };
  if (name.startsWith('file://')) return { at: 'disk', path: pathOf(name.slice('file://'.length)) };
  if (name.includes('://')) return { at: 'registry', reference: parseReference(name) };
  if (/^\.{0,2}(?:\/|$)/.test(name)) return { at: 'disk', path: pathOf(name) };
  try {
    return { at: 'registry', reference: parseReference(name) };
  } catch (thrown) {
    return { at: 'disk', path: pathOf(name), noReference: asAirlockError(thrown) };
  }
}
