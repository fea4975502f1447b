import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Sample, sample } from '../written.fixture.ts';
import { type Path, placeAt, readYaml, valueAt, type YamlText } from '../yaml-text.ts';
import { insertItem, moveItem, removeValue, setValue } from './edit.ts';
import { beginHistory, canRedo, canUndo, pushText, redo, undo } from './history.ts';
import { applyTextEdits, changedLines, editsBetween } from './text-edits.ts';

/** A value to write, with any names and texts. */
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.constantFrom<unknown>(true, false, null, 0, 8080, -1.5),
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('yes', '4.10', '- x', 'a: b', 'a\nb\n', 'x #y', ''),
    ),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom('name', 'k', 'yes', ''), fc.string()), tie('any'), { maxKeys: 3 }),
  ),
})).any;

function pathsOf(at: unknown, path: Path = []): Path[] {
  if (typeof at !== 'object' || at === null) return [path];
  return [
    path,
    ...Object.entries(at).flatMap(([step, each]) =>
      pathsOf(each, [...path, Array.isArray(at) ? Number(step) : step]),
    ),
  ];
}

/** Removes the entry at `path` and all parents that become empty. */
function pruned(from: unknown, [step, ...rest]: Path): unknown {
  const inner = rest.length > 0 ? pruned((from as Record<string | number, unknown>)[step!], rest) : undefined;
  const left = Array.isArray(from)
    ? from.toSpliced(Number(step), 1, ...(inner === undefined ? [] : [inner]))
    : Object.fromEntries(
        Object.entries(from as object).flatMap(([name, each]) =>
          name !== step ? [[name, each]] : inner === undefined ? [] : [[name, inner]],
        ),
      );
  return Object.keys(left).length > 0 ? left : undefined;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Checks that the lines outside of the entry at `path` are the same, in the same order. */
function expectUntouched(before: YamlText, after: YamlText, path: Path): void {
  const place = placeAt(before, path, { of: 'entry' })!;
  const [first, last] = [lineAt(before.text, place.start), lineAt(before.text, place.end)];
  const old = before.text.split('\n');
  const now = after.text.split('\n');
  expect(now.slice(0, first - 1)).toEqual(old.slice(0, first - 1));
  const tail = old.slice(last);
  expect(tail.length === 0 ? [] : now.slice(-tail.length)).toEqual(tail);
}

function withPath(keep: (path: Path, at: unknown) => boolean) {
  return sample.chain((each) => {
    const doc = readYaml(each.text);
    const paths = pathsOf(each.value).filter((path) => keep(path, valueAt(doc, path)));
    return paths.length === 0
      ? fc.constant(undefined)
      : fc.constantFrom(...paths).map((path) => ({ ...each, path, doc }));
  });
}

const settings = { numRuns: 150 };

describe('any text in any style', () => {
  test('is read with its values', () => {
    fc.assert(
      fc.property(sample, ({ text, value: reported }: Sample) => {
        const doc = readYaml(text);
        expect(doc.faults).toEqual([]);
        expect(valueAt(doc, [])).toEqual(reported);
        for (const path of pathsOf(reported).slice(1)) expect(placeAt(doc, path)).toBeDefined();
      }),
      settings,
    );
  });

  test('sets a value and leaves every other line unchanged', () => {
    fc.assert(
      fc.property(
        withPath((path) => path.length > 0),
        value,
        (at, wanted) => {
          if (!at) return;
          const after = setValue(at.doc, at.path, wanted);
          expect(valueAt(after, at.path)).toEqual(wanted);
          expectUntouched(at.doc, after, at.path);
          expect(setValue(after, at.path, wanted)).toBe(after);
        },
      ),
      settings,
    );
  });

  test('has the same bytes after an entry was added and removed', () => {
    fc.assert(
      fc.property(
        withPath(
          (_, at) =>
            typeof at === 'object' && at !== null && !Array.isArray(at) && Object.keys(at).length > 0,
        ),
        value,
        (at, wanted) => {
          if (!at) return;
          const path = [...at.path, 'added by a test'];
          const after = setValue(at.doc, path, wanted);
          expect(valueAt(after, path)).toEqual(wanted);
          expect(removeValue(after, path).text).toBe(at.text);
        },
      ),
      settings,
    );
  });

  test('has the same bytes after an element was inserted and removed', () => {
    fc.assert(
      fc.property(
        withPath((_, at) => Array.isArray(at) && at.length > 0),
        fc.nat(4),
        value,
        (at, index, wanted) => {
          if (!at) return;
          const list = valueAt(at.doc, at.path) as unknown[];
          const after = insertItem(at.doc, at.path, index, wanted);
          const position = Math.min(index, list.length);
          expect(valueAt(after, at.path)).toEqual(list.toSpliced(position, 0, wanted));
          expect(removeValue(after, [...at.path, position]).text).toBe(at.text);
        },
      ),
      settings,
    );
  });

  test('removes an entry and its empty parents, and nothing else', () => {
    fc.assert(
      fc.property(
        withPath((path) => path.length > 0),
        (at) => {
          if (!at) return;
          expect(valueAt(removeValue(at.doc, at.path), []) ?? {}).toEqual(pruned(at.value, at.path) ?? {});
          const saved = removeValue(at.doc, at.path, { keepEmptyParents: true });
          const parent = valueAt(at.doc, at.path.slice(0, -1));
          const left = valueAt(saved, at.path.slice(0, -1));
          if (Array.isArray(parent)) expect(left).toEqual(parent.toSpliced(Number(at.path.at(-1)), 1));
          else
            expect(Object.keys(left as object)).toEqual(
              Object.keys(parent as object).filter((name) => name !== at.path.at(-1)),
            );
        },
      ),
      settings,
    );
  });

  test('has the same bytes after an element was moved and moved back', () => {
    fc.assert(
      fc.property(
        withPath((_, at) => Array.isArray(at) && at.length > 1),
        fc.nat(3),
        fc.nat(3),
        (at, a, b) => {
          if (!at) return;
          const list = valueAt(at.doc, at.path) as unknown[];
          const [from, to] = [a % list.length, b % list.length];
          const after = moveItem(at.doc, at.path, from, to);
          expect(valueAt(after, at.path)).toEqual(list.toSpliced(from, 1).toSpliced(to, 0, list[from]));
          expect(moveItem(after, at.path, to, from).text).toBe(at.text);
        },
      ),
      settings,
    );
  });
});

test('reads texts that are not YAML without a crash', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab:-#&*!|>\'"{}[],?% \n\t\r~<=.') }), (text) => {
      const doc = readYaml(text);
      expect(doc.text).toBe(text);
      for (const { line, column } of doc.faults) expect(Math.min(line, column)).toBeGreaterThan(0);
      if (doc.faults.length > 0) expect(() => setValue(doc, ['a'], 1)).toThrow();
    }),
    { numRuns: 3000 },
  );
});

describe('texts', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.join('\n'));

  test('finds the edits between two texts, and their different lines', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edits = editsBetween(before, after);
        expect(applyTextEdits(before, edits)).toBe(after);
        expect(edits.length === 0).toBe(before === after);
        const changed = changedLines(before, after).map(({ line }) => line);
        expect(changed).toEqual([...new Set(changed)].toSorted((a, b) => a - b));
        const now: string[] = after.match(/[^\n]*\n|[^\n]+$/g) ?? [];
        const same = now.filter((_, index) => !changed.includes(index + 1));
        let at = 0;
        const old: string[] = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
        for (const line of same) {
          at = old.indexOf(line, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('undoes and redoes every step', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 20 }), (texts) => {
        const steps = ['begin', ...texts].filter((each, index, all) => each !== all[index - 1]);
        const full = steps
          .slice(1)
          .reduce((history, each) => pushText(history, each), beginHistory(steps[0]!));
        let history = full;
        for (const each of steps.toReversed()) {
          expect(history.text).toBe(each);
          history = undo(history);
        }
        expect(canUndo(history)).toBe(false);
        for (const each of steps) {
          expect(history.text).toBe(each);
          history = redo(history);
        }
        expect([canRedo(history), history.text]).toEqual([false, full.text]);
      }),
    );
  });
});
