import { valueAt, type YamlText } from '../../../core/contract/documents/document.ts';

const PAYLOADS = '/openshift/release-images';

/**
 * Returns the mirror that an install-config.yaml installs from, as `docker://REGISTRY/NAMESPACE`: the one in
 * `imageDigestSources` with the repository of releases that Airlock and oc-mirror push to.
 */
export function releaseMirror(doc: YamlText): string | undefined {
  const sources = valueAt(doc, ['imageDigestSources']);
  const mirrors = (Array.isArray(sources) ? sources : []).flatMap((source: unknown) => {
    const { mirrors: listed } = (source ?? {}) as { mirrors?: unknown };
    return Array.isArray(listed) ? listed : [];
  });
  const found = mirrors.find((each) => typeof each === 'string' && each.endsWith(PAYLOADS)) as
    | string
    | undefined;
  return found && `docker://${found.slice(0, -PAYLOADS.length)}`;
}
