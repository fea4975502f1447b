import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { insertItem, moveItem, removeValue, setValue } from '../../core/base/document/edit/edit.ts';
import { applyTextEdits, editsBetween } from '../../core/base/document/edit/text-edits.ts';
import { type Path, placeAt, readYaml, valueAt, type YamlText } from '../../core/base/document/yaml-text.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { parseImageSet } from '../../core/image-set/config/load-image-set.ts';
import { addPackage, removePackage } from '../../core/image-set/form/operators.ts';
import { removeRelease, setRelease } from '../../core/image-set/form/releases.ts';
import { imageSetView } from '../../core/image-set/form/view.ts';

const DATA = new URL('../../../shared/data/', import.meta.url).pathname;
const KINDS = ['imageset', 'install-config', 'agent-config', 'nmstate', 'cloud-config'];
/** Places that are changed in one file, distributed over it. */
const PLACES = 12;

const files = KINDS.flatMap((kind) =>
  readdirSync(join(DATA, kind), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml(\.\w+)?$/.test(name))
    .map((name) => join(kind, name)),
);

interface Place {
  document: number;
  path: Path;
  value: unknown;
}

/** Every place of a value, including the innermost ones. */
function placesOf(document: number, value: unknown, path: Path = []): Place[] {
  const inner = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  return [
    { document, path, value },
    ...inner.flatMap(([step, each]) => placesOf(document, each, [...path, step])),
  ];
}

function spread<T>(items: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(items.length / PLACES));
  return items.filter((_, index) => index % step === 0);
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' && value.includes('\n') ? `${value.trim()}\nmore\n` : 'other: value';
}

/** Reads with the library itself, to be independent of the code that is tested. */
function witness(text: string): unknown[] {
  const documents = parseAllDocuments(text, { version: '1.1', merge: true, logLevel: 'silent' });
  return 'empty' in documents ? [] : documents.map((document) => document.toJS({ maxAliasCount: -1 }));
}

function changed(
  values: unknown[],
  { document, path }: Place,
  change: (at: Record<string | number, unknown>, step: string | number) => void,
): unknown[] {
  const copy = structuredClone(values);
  const parent = [document, ...path.slice(0, -1)].reduce<unknown>(
    (at, step) => (at as Record<string | number, unknown>)[step],
    copy,
  );
  change(parent as Record<string | number, unknown>, path.at(-1)!);
  return copy;
}

/** Different lines are within the lines of the place, and the surrounding ones didn't move. */
function expectOnly(before: YamlText, after: YamlText, first: number, last: number, what: string): void {
  for (const { start, end } of editsBetween(before.text, after.text)) {
    const lineOf = (offset: number) => before.text.slice(0, offset).split('\n').length;
    // An insertion is after the line that ends there.
    const from = start === end ? Math.max(0, start - 1) : start;
    expect(lineOf(from), what).toBeGreaterThanOrEqual(first);
    expect(lineOf(Math.max(from, end - 1)), what).toBeLessThanOrEqual(last);
  }
}

function linesOf(doc: YamlText, { document, path }: Place): [number, number] {
  const { start, end } = placeAt(doc, path, { document, of: 'entry' })!;
  const lineAt = (offset: number) => doc.text.slice(0, offset).split('\n').length;
  return [lineAt(start), lineAt(end)];
}

describe('published documents', () => {
  test.each(files)('%s', (file) => {
    const text = readFileSync(join(DATA, file), 'utf8');
    const doc = readYaml(text);
    expect(applyTextEdits(text, editsBetween(text, doc.text))).toBe(text);
    if (doc.faults.length > 0) {
      expect(doc.faults[0]!.line).toBeGreaterThan(0);
      expect(() => setValue(doc, ['a'], 1)).toThrow(AirlockError);
      return;
    }
    const values = witness(text);
    const places = Array.from({ length: doc.documents }, (_, document) =>
      placesOf(document, valueAt(doc, [], document)),
    ).flat();
    const inner = places.filter(({ path }) => path.length > 0);
    for (const place of spread(inner.filter(({ value }) => typeof value !== 'object' || value === null))) {
      const { document, path, value } = place;
      const wanted = otherThan(value);
      const what = `set ${document}:${path.join('.')}`;
      const after = setValue(doc, path, wanted, { document });
      expect(witness(after.text), what).toEqual(
        changed(values, place, (at, step) => {
          at[step] = wanted;
        }),
      );
      expectOnly(doc, after, ...linesOf(doc, place), what);
      // And unchanged: the surrounding lines didn't move.
      if (typeof value === 'string' && !value.includes('\n'))
        expect(valueAt(setValue(after, path, value, { document }), path, document)).toBe(value);
    }
    for (const { document, path, value } of spread(places)) {
      if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) continue;
      const added = { name: 'airlock', list: ['one', { two: 2 }], text: 'a\nb\n' };
      if (!Array.isArray(value)) {
        const at = [...path, 'addedByTest'];
        const after = setValue(doc, at, added, { document });
        expect(removeValue(after, at, { document }).text, `add ${at.join('.')}`).toBe(text);
        expect(applyTextEdits(after.text, editsBetween(after.text, text))).toBe(text);
        continue;
      }
      for (const index of [0, Math.floor(value.length / 2), value.length]) {
        const at = [...path, index];
        const after = insertItem(doc, path, index, added, { document });
        expect(removeValue(after, at, { document }).text, `insert ${at.join('.')}`).toBe(text);
      }
      if (value.length > 1) {
        const moved = moveItem(doc, path, 0, value.length - 1, { document });
        expect(moveItem(moved, path, value.length - 1, 0, { document }).text).toBe(text);
      }
    }
    for (const place of spread(inner)) {
      const { document, path } = place;
      const after = removeValue(doc, path, { document, keepEmptyParents: true });
      const what = `remove ${document}:${path.join('.')}`;
      expect(witness(after.text), what).toEqual(
        changed(values, place, (at, step) => {
          if (Array.isArray(at)) at.splice(Number(step), 1);
          else delete at[step];
        }),
      );
      const pruned = removeValue(doc, path, { document });
      expect(
        valueAt(pruned, path.slice(0, 1), document) === undefined || pruned.text.length < text.length,
      ).toBe(true);
    }
  });
});

describe('published configurations in the form', () => {
  test.each(files.filter((file) => file.startsWith('imageset')))('%s', (file) => {
    const text = readFileSync(join(DATA, file), 'utf8');
    const { configuration } = parseImageSet(text, file);
    const doc = readYaml(text);
    const view = imageSetView(doc);
    if (!configuration) return;
    expect(view.releases.map(({ name, minVersion, maxVersion }) => [name, minVersion, maxVersion])).toEqual(
      (configuration.platform?.channels ?? []).map(({ name, minVersion, maxVersion }) => [
        name,
        minVersion,
        maxVersion,
      ]),
    );
    expect(
      view.catalogs.map(({ catalog, full, packages }) => [catalog, full, packages.map(({ name }) => name)]),
    ).toEqual(
      configuration.operators.map(({ catalog, full, packages }) => [
        catalog,
        full,
        (packages ?? []).map(({ name }) => name),
      ]),
    );
    expect(view.additionalImages.map(({ name }) => name)).toEqual(
      configuration.additionalImages.map(({ name }) => name),
    );
    // A value that the form adds is valid, and can be removed without a trace.
    const channel = { name: 'stable-9.99', minVersion: '9.99.1', maxVersion: '9.99.1' };
    const released = setRelease(doc, channel);
    expect(imageSetView(released).releases.at(-1)).toMatchObject(channel);
    expect(parseImageSet(released.text, file).configuration).toBeDefined();
    if (view.releases.length > 0) expect(removeRelease(released, channel.name).text).toBe(text);
    const [catalog] = view.catalogs;
    if (!catalog || catalog.packages.length === 0) return;
    const added = addPackage(doc, 0, 'added-by-test', [{ name: 'stable', minVersion: '1.0.0' }]);
    expect(parseImageSet(added.text, file).configuration?.operators[0]?.packages).toHaveLength(
      catalog.packages.length + 1,
    );
    expect(removePackage(added, 0, 'added-by-test').text).toBe(text);
  });
});
