import { type AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';

/** The place of an update graph. */
export type GraphPlace =
  | { at: 'service' }
  /** A graph-data image. */
  | { at: 'registry'; reference: ImageReference }
  /** A file, a folder, a workspace or an archive set. Reading it determines which. */
  | { at: 'disk'; path: string; noReference?: AirlockError };

/**
 * Parses the place of a graph: a path, `file://DIR`, or the reference of a graph-data image with tag or digest. A folder
 * whose name could be a reference needs the prefix `./`.
 * @param pathOf makes a path absolute
 * @throws AirlockError `reference-invalid` for another transport
 */
export function namedGraphPlace(name: string, pathOf: (path: string) => string): GraphPlace {
  if (name.startsWith('file://')) return { at: 'disk', path: pathOf(name.slice('file://'.length)) };
  if (name.includes('://')) return { at: 'registry', reference: parseReference(name) };
  if (/^\.{0,2}(?:\/|$)|\.(?:json|ya?ml|tar|tgz|tar\.gz)$/.test(name))
    return { at: 'disk', path: pathOf(name) };
  try {
    return { at: 'registry', reference: parseReference(name) };
  } catch (thrown) {
    return { at: 'disk', path: pathOf(name), noReference: asAirlockError(thrown) };
  }
}
