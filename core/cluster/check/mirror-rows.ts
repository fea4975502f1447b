import { ownEntry } from '../../base/document/own-entry.ts';
import type { LiveObject } from '../client/object-ref.ts';
import type { MirrorRow } from './cluster-facts.ts';

/** Fields with rows, by kind. ICSP has no policy. */
const FIELDS: Record<string, readonly [field: string, by: MirrorRow['by']]> = {
  ImageDigestMirrorSet: ['imageDigestMirrors', 'digest'],
  ImageTagMirrorSet: ['imageTagMirrors', 'tag'],
  ImageContentSourcePolicy: ['repositoryDigestMirrors', 'digest'],
};

/** Returns the rows of mirror sets, sorted by the names of their objects, as on nodes. */
export function mirrorRows(objects: readonly LiveObject[]): MirrorRow[] {
  const sorted = [...objects].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  return sorted.flatMap(({ kind, metadata, spec }) => {
    const [field, by] = ownEntry(FIELDS, kind) ?? [];
    if (field === undefined || by === undefined) return [];
    const rows = ((spec as Record<string, unknown> | undefined)?.[field] ?? []) as {
      source: string;
      mirrors?: string[];
      mirrorSourcePolicy?: string;
    }[];
    return rows.map(({ source, mirrors = [], mirrorSourcePolicy }) => ({
      ...{ object: `${kind} ${metadata.name}`, by, source, mirrors },
      neverSource: mirrorSourcePolicy === 'NeverContactSource',
    }));
  });
}
