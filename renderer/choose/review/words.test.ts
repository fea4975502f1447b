import { describe, expect, it } from 'vitest';
import type { PlannedPart } from '../../../core/contract/topics/drafts.ts';
import { t } from './messages.ts';
import { changedPlaces, exactWords, imagesCsv, partName, partRows, partsCsv, sectionOf } from './words.ts';

const GIB = 1024 ** 3;

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

describe('why each image is included', () => {
  it('what each adds and what is shared add up to the total', () => {
    const parts = [part('release 4.18.9', 'release', 5 * GIB), part('release 4.17.25', 'release', 4 * GIB)];
    const { rows, shared, total } = partRows({ parts, bytes: 17.2 * GIB });
    expect(rows.map(({ name, adds }) => `${name}: ${adds}`)).toEqual([
      'Release 4.18.9: 5.0 GiB',
      'Release 4.17.25: 4.0 GiB',
    ]);
    expect([shared, total]).toEqual(['8.2 GiB', '17.2 GiB']);
    expect(partRows({ parts, bytes: 9 * GIB }).shared).toBeUndefined();
  });

  it('a size is unknown or a lower bound if nothing resembles its images', () => {
    const parts = [
      { ...part('operator anvil', 'operator', 0), unknown: true, displayName: 'Anvil' },
      { ...part('operator bellows', 'operator', GIB), unknown: true },
    ];
    const { rows, total } = partRows({ parts, bytes: GIB });
    expect(rows.map(({ name, packageName, adds }) => [name, packageName, adds])).toEqual([
      ['Anvil', 'anvil', t('unknownSize')],
      ['bellows', undefined, t('atLeastSize', { size: '1.0 GiB' })],
    ]);
    expect(total).toBe(t('atLeastSize', { size: '1.0 GiB' }));
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

  it('a CSV quotes commas and quotes', () => {
    expect(partsCsv({ parts: [part('release 4.18.9', 'release', 7)] })).toBe(
      'deliverable,kind,catalog,images,bytes,adds,toFetch,estimated,unknown,because\r\n4.18.9,release,,3,7,7,7,false,false,"you, ""want"" it"\r\n',
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

it('exact sizes show how far off the estimate was', () => {
  expect([0.04, -0.12, 0.001, 71.8, undefined].map(exactWords)).toEqual([
    t('exactHighText', { percent: 4 }),
    t('exactLowText', { percent: 12 }),
    t('exactRightText'),
    t('exactTimesText', { times: 73 }),
    t('exactText'),
  ]);
});

it('a difference shows only its changed lines', () => {
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
