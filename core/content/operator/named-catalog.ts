import { type AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';

/** What a user's name of a catalog stands for. */
export type NamedCatalog =
  | { at: 'registry'; reference: ImageReference }
  /** An OCI layout that is one catalog. */
  | { at: 'layout'; path: string }
  /** A folder or file of a catalog, an OCI layout, a workspace, a set: what it is shows when it is looked at. */
  | { at: 'disk'; path: string; noReference?: AirlockError };

/**
 * Reads the name of a catalog: a reference with tag or digest (`docker://` may stand before it), `oci://DIR`,
 * `file://DIR`, or DIR. A folder whose name could be a reference needs `./` before it.
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
