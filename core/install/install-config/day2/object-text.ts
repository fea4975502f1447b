import { lineHunks, linesOf } from '../../../base/document/edit/line-hunks.ts';
import { mapLines } from '../../../base/document/edit/value-text.ts';
import { at, type ClusterObject, isFields } from './cluster-objects.ts';
import type { ChangedFile, DiffLine, ObjectName } from './plan.ts';

type Fields = Record<string, unknown>;

const NOTES = /^(kubectl\.kubernetes\.io\/last-applied-configuration|deployment\.kubernetes\.io\/revision)$/;

/** Returns the fields that a user sets: without those of the API server, the status and copies in annotations. */
export function ownFields({ apiVersion, kind, name, namespace, value }: ClusterObject): Fields {
  const { metadata, status, ...rest } = structuredClone(value);
  const labels = at(metadata, 'labels');
  const annotations = at(metadata, 'annotations');
  const notes = isFields(annotations)
    ? Object.fromEntries(Object.entries(annotations).filter(([note]) => !NOTES.test(note)))
    : {};
  return {
    ...{ apiVersion, kind },
    metadata: {
      name,
      namespace,
      labels: isFields(labels) ? labels : undefined,
      annotations: Object.keys(notes).length > 0 ? notes : undefined,
    },
    ...Object.fromEntries(Object.entries(rest).filter(([field]) => !['apiVersion', 'kind'].includes(field))),
  };
}

/** Returns an object as YAML in the style of `oc get -o yaml`. */
export function objectText(fields: Fields): string {
  return `${mapLines(fields, 0, { map: 2, list: 0, gap: 2 }).join('\n')}\n`;
}

export function nameOf({ apiVersion, kind, name, namespace }: ClusterObject | ObjectName): ObjectName {
  return { apiVersion, kind, name, namespace };
}

/** @param texts object before and after the step; absent if it doesn't exist */
export function changedFile(
  folder: string,
  { kind, name }: { kind: string; name: string },
  texts: { before?: string; after?: string },
): ChangedFile {
  return {
    path: objectPath(folder, { kind, name }),
    object: `${kind} ${name}`,
    ...texts,
    diff: differences(texts.before ?? '', texts.after ?? ''),
  };
}

/** Returns the path of an object in a plan. Names from untrusted files can't lead out of the folder. */
export function objectPath(folder: string, { kind, name }: { kind: string; name: string }): string {
  return `${folder}/${kind}-${name.replaceAll(/[^\w.-]/g, '_')}.yaml`;
}

const AROUND = 3;

/** Returns different lines with three lines of context. A jump in the line numbers is a gap. */
export function differences(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const text = (line: string) => line.replace(/\r?\n$/, '');
  const lines: DiffLine[] = [];
  let [done, doneAfter] = [0, 0];
  const hunks = lineHunks(old, now);
  for (const [index, { from, removed, at: begin, added }] of hunks.entries()) {
    for (let line = Math.max(done, from - AROUND); line < from; line++)
      lines.push({ kind: 'same', text: text(old[line]!), before: line + 1, after: line + 1 + begin - from });
    for (let line = from; line < from + removed; line++)
      lines.push({ kind: 'removed', text: text(old[line]!), before: line + 1 });
    for (let line = begin; line < begin + added; line++)
      lines.push({ kind: 'added', text: text(now[line]!), after: line + 1 });
    [done, doneAfter] = [from + removed, begin + added];
    const next = hunks[index + 1]?.from ?? old.length;
    for (let n = 0; n < AROUND && done < Math.min(next, old.length); n++) {
      lines.push({ kind: 'same', text: text(old[done]!), before: ++done, after: ++doneAfter });
    }
  }
  return lines;
}
