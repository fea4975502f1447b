import { valueAt, type YamlText } from '../../../core/contract/documents/document.ts';
import type { MirroredRelease } from '../../../core/contract/topics/releases.ts';

const PAYLOADS = 'openshift/release-images';
const JOINED = PAYLOADS.replace('/', '-');

/** A mirror with releases, as the fields that extract tools from it need it. */
export type ReleaseMirror = Pick<MirroredRelease, 'from' | 'maxNestedPaths'>;

/**
 * Returns the mirror that an install-config.yaml installs from: the one in `imageDigestSources` with the repository of
 * releases that Airlock and oc-mirror push to. With `--max-nested-paths`, the last path components of that name are joined.
 */
export function releaseMirror(doc: YamlText): ReleaseMirror | undefined {
  const sources = valueAt(doc, ['imageDigestSources']);
  const mirrors = (Array.isArray(sources) ? sources : []).flatMap((source: unknown) => {
    const { mirrors: listed } = (source ?? {}) as { mirrors?: unknown };
    return Array.isArray(listed) ? listed : [];
  });
  for (const mirror of mirrors) {
    if (typeof mirror !== 'string') continue;
    const slash = mirror.indexOf('/');
    const host = mirror.slice(0, slash);
    const repository = mirror.slice(slash + 1);
    if (slash < 1) continue;
    const namespace = before(repository, PAYLOADS, '/');
    if (namespace !== undefined) return { from: placeOf(host, namespace) };
    // A joined namespace gives the same names as the original one.
    const joined = before(repository, JOINED, '/') ?? before(repository, JOINED, '-');
    if (joined !== undefined)
      return { from: placeOf(host, joined), maxNestedPaths: repository.split('/').length };
  }
  return undefined;
}

/** Returns what precedes `separator` and `name` at the end of a repository. */
function before(repository: string, name: string, separator: string): string | undefined {
  if (repository === name) return '';
  const end = `${separator}${name}`;
  return repository.endsWith(end) ? repository.slice(0, -end.length) : undefined;
}

function placeOf(host: string, namespace: string): string {
  return `docker://${namespace === '' ? host : `${host}/${namespace}`}`;
}
