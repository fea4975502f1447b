import { describe, expect, it } from 'vitest';
import type { ContractLookUp, PlannedPart } from '../../../core/contract/topics/drafts.ts';
import {
  changedPlaces,
  imagesCsv,
  inOrder,
  knowTitle,
  notesOf,
  noteTitle,
  noteWords,
  offWords,
  partName,
  partRows,
  partsCsv,
  sectionOf,
  withFurther,
} from './words.ts';

const GIB = 1024 ** 3;
const NOW = new Date('2025-05-09T12:00:00Z');

function part(id: string, kind: PlannedPart['kind'], adds: number): PlannedPart {
  const name = id.slice(id.indexOf(' ') + 1);
  return {
    id,
    kind,
    name,
    images: 3,
    bytes: adds,
    adds,
    toFetch: adds,
    estimated: false,
    why: 'you, "want" it',
  };
}

describe('why each image is here', () => {
  it('what each adds and what is shared are the whole of the sentence', () => {
    const parts = [part('release 4.18.9', 'release', 5 * GIB), part('release 4.17.25', 'release', 4 * GIB)];
    const { rows, shared, whole } = partRows({ parts, bytes: 17.2 * GIB });
    expect(rows.map(({ name, adds }) => `${name}: ${adds}`)).toEqual([
      'Release 4.18.9: 5.0 GiB',
      'Release 4.17.25: 4.0 GiB',
    ]);
    expect([shared, whole]).toEqual(['8.2 GiB', '17.2 GiB']);
    expect(partRows({ parts, bytes: 9 * GIB }).shared).toBeUndefined();
  });

  it('names deliverables, and finds them in a plan', () => {
    expect(partName({ kind: 'catalog', name: 'registry.redhat.io/redhat/redhat-operator-index:v4.18' })).toBe(
      'Catalog redhat v4.18',
    );
    expect(partName({ kind: 'graph', name: 'update graph' })).toBe('Update graph');
    expect(partName({ kind: 'release', name: 'Release 4.18.9' })).toBe('Release 4.18.9');
    const sections = ['release 4.16.1', 'operator anvil-operator of index:v4.16', 'graph'].map((name) => ({
      name,
    }));
    expect(sectionOf({ id: 'operator anvil-operator', name: 'anvil-operator' }, sections)).toBe(
      'operator anvil-operator of index:v4.16',
    );
    expect(sectionOf({ id: 'release 4.16.1', name: '4.16.1' }, sections)).toBe('release 4.16.1');
    expect(sectionOf({ id: 'operator anvil', name: 'anvil' }, sections)).toBeUndefined();
  });

  it('goes into a CSV with what has commas and quotes', () => {
    expect(partsCsv({ parts: [part('release 4.18.9', 'release', 7)] })).toBe(
      'deliverable,kind,catalog,images,bytes,adds,toFetch,estimated,because\r\n4.18.9,release,,3,7,7,7,false,"you, ""want"" it"\r\n',
    );
    const item = {
      source: 's',
      destination: 'd',
      digest: 'x',
      kind: 'k',
      bytes: 1,
      why: 'a\nb',
      verdict: 'v',
    };
    expect(imagesCsv([item]).split('\r\n')[1]).toBe('s,d,x,k,1,"a\nb",v');
  });
});

describe('things to know', () => {
  it('say whether one prevents the run', () => {
    expect(knowTitle([], 0).title).toBe('Nothing to know');
    expect(knowTitle([{ level: 'warning' }, { level: 'info' }], 1)).toEqual({
      title: '3 things to know',
      note: 'nothing prevents the run',
      grave: false,
    });
    expect(knowTitle([{ level: 'error' }], 0)).toEqual({
      title: '1 thing to know',
      note: '1 of them prevents the run',
      grave: true,
    });
    const problem = { code: 'c', message: 'm', remedy: 'r' };
    const levels = inOrder([
      { ...problem, level: 'info' },
      { ...problem, level: 'error' },
      { ...problem, level: 'warning' },
    ]).map(({ level }) => level);
    expect(levels).toEqual(['error', 'warning', 'info']);
    const known = { ...problem, level: 'info' as const };
    const further = { ...known, message: 'n' };
    expect(withFurther([known], [{ ...known, line: 5 }, further])).toEqual([known, further]);
  });

  it('what is old or was never read is among them, with its age', () => {
    const catalog: ContractLookUp = {
      id: 'c',
      kind: 'catalog',
      name: 'catalog registry.redhat.io/redhat/redhat-operator-index:v4.18',
      catalog: 'registry.redhat.io/redhat/redhat-operator-index:v4.18',
      bytes: 1,
      asOf: '2025-05-02T10:00:00Z',
    };
    const { asOf: _, ...unread } = catalog;
    const fresh = { ...catalog, asOf: '2025-05-09T10:00:00Z' };
    const manifests: ContractLookUp = { id: 'm', kind: 'manifests', name: 'manifests', bytes: 9 };
    expect(notesOf([catalog, unread, fresh, manifests], NOW)).toEqual([catalog, unread]);
    expect(noteTitle(catalog, NOW)).toBe('Catalog redhat v4.18 is 7 days old');
    expect(noteTitle(unread, NOW)).toBe('Catalog redhat v4.18 was not read here');
    expect([noteWords(catalog), noteWords(unread)]).toEqual([
      'Newer versions may exist.',
      'What its operators come to is a guess until it is.',
    ]);
  });
});

it('how far off the estimate was', () => {
  expect([offWords(0.04), offWords(-0.12), offWords(0.001), offWords(71.8), offWords(undefined)]).toEqual([
    'the estimate was 4 % too high',
    'the estimate was 12 % too low',
    'the estimate was right',
    'the first guess was 73 times too high',
    undefined,
  ]);
});

it('a difference shows its places only', () => {
  const same = (text: string) => ({ mark: 'same' as const, text });
  const lines = [...'abcdef'].map(same);
  const changed = [...lines, { mark: 'added' as const, text: 'new' }, ...lines];
  expect(changedPlaces(changed, 2)).toEqual([
    { kind: 'left-out', lines: 4 },
    { kind: 'same', text: 'e' },
    { kind: 'same', text: 'f' },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: 'a' },
    { kind: 'same', text: 'b' },
    { kind: 'left-out', lines: 4 },
  ]);
  expect(changedPlaces(lines)).toEqual([{ kind: 'left-out', lines: 6 }]);
});
