import { describe, expect, it } from 'vitest';
import { readYaml } from '../../../core/contract/documents/document.ts';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import {
  asChosen,
  chosenIn,
  deselectPackage,
  isSelected,
  newestCard,
  packageOf,
  selectPackages,
  writeChannels,
} from './edits.ts';

const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.18';
const HEAD = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';
const ONE = `${HEAD}  operators:
  - catalog: ${CATALOG} # agreed, 8 May
    packages:
    - name: odf-operator
      channels:
      - name: stable-4.17
        minVersion: 4.17.6
      - name: stable-4.18
`;

function card(name: string, channels: string[] = ['stable-4.17', 'stable-4.18']): CatalogCard {
  return {
    package: name,
    defaultChannel: channels.at(-1)!,
    channels: channels.map((channel) => ({ name: channel, head: `${name}.v1.0.0`, versions: ['1.0.0'] })),
    selected: false,
    needs: [],
    estimated: true,
  };
}

describe('choosing operators in the text', () => {
  it('the first package adds its catalog, and the last one removes it', () => {
    const one = selectPackages(readYaml(HEAD), CATALOG, [card('a')], undefined);
    expect(chosenIn(one, CATALOG)?.packages).toMatchObject([
      { name: 'a', channels: [{ name: 'stable-4.18' }] },
    ]);
    expect(chosenIn(deselectPackage(one, CATALOG, 'a'), CATALOG)).toBeUndefined();
    expect(deselectPackage(readYaml(ONE), CATALOG, 'odf-operator').text).not.toContain('catalog:');
  });

  it('selects several at once, and leaves selected ones unchanged', () => {
    const both = selectPackages(
      readYaml(ONE),
      CATALOG,
      [card('odf-operator'), card('lvms-operator')],
      undefined,
    );
    expect(both.text).toBe(`${ONE}    - name: lvms-operator\n      channels:\n      - name: stable-4.18\n`);
  });

  it('an installed package retains its version', () => {
    const inventory = { operators: [{ package: 'a', version: '1.0.0', channel: 'stable-4.17' }] };
    const one = selectPackages(readYaml(HEAD), CATALOG, [card('a')], inventory);
    expect(chosenIn(one, CATALOG)?.packages[0]?.channels).toEqual([
      { name: 'stable-4.17', minVersion: '1.0.0' },
      { name: 'stable-4.18' },
    ]);
  });

  it("channels without the default one set another default, until it isn't needed", () => {
    const odf = card('odf-operator');
    const older = writeChannels(readYaml(ONE), CATALOG, odf, [{ name: 'stable-4.17', minVersion: '4.17.6' }]);
    expect(older.text).toContain('defaultChannel: stable-4.17');
    expect(older.text).toContain('# agreed, 8 May');
    const back = writeChannels(older, CATALOG, odf, [
      { name: 'stable-4.17', minVersion: '4.17.6' },
      { name: 'stable-4.18' },
    ]);
    expect(chosenIn(back, CATALOG)?.packages[0]).toMatchObject({
      channels: [{ name: 'stable-4.17', minVersion: '4.17.6' }, { name: 'stable-4.18' }],
    });
  });

  it('a range of the package moves to its channels, because both together are rejected', () => {
    const ranged = readYaml(`${HEAD}  operators:
    - catalog: ${CATALOG}
      packages:
        - name: a
          minVersion: 1.0.0
`);
    const written = writeChannels(ranged, CATALOG, card('a'), [{ name: 'stable-4.18', minVersion: '1.0.0' }]);
    expect(chosenIn(written, CATALOG)?.packages[0]).toEqual({
      name: 'a',
      channels: [{ name: 'stable-4.18', minVersion: '1.0.0' }],
      path: ['mirror', 'operators', 0, 'packages', 0],
    });
  });

  it('a catalog without packages selects all of them', () => {
    const all = readYaml(`${HEAD}  operators:\n    - catalog: ${CATALOG}\n`);
    expect(chosenIn(all, CATALOG)?.all).toBe(true);
    expect(chosenIn(all, 'quay.io/other/index:v1')).toBeUndefined();
  });
});

it('each package of a catalog without packages is selected', () => {
  const all = { all: true, packages: [] };
  const some = { all: false, packages: [{ name: 'anvil', channels: [], path: ['mirror'] }] };
  expect(isSelected(all, 'anvil')).toBe(true);
  expect(isSelected(some, 'anvil')).toBe(true);
  expect(isSelected(some, 'hammer')).toBe(false);
  expect(isSelected(undefined, 'anvil')).toBe(false);
  expect(packageOf(some, 'anvil')?.path).toEqual(['mirror']);
  expect(packageOf(all, 'anvil')).toBeUndefined();
});

it('a card has the selection of the current text', () => {
  const card = { package: 'anvil', selected: true } as CatalogCard;
  expect(asChosen(card, { all: false, packages: [] }).selected).toBe(false);
  expect(asChosen({ ...card, selected: false }, { all: true, packages: [] }).selected).toBe(true);
  expect(card.selected).toBe(true);
});

it('details show the latest card of a package, and the last one after it left the list', () => {
  const opened = { package: 'anvil', adds: 1 } as CatalogCard;
  const rows = [undefined, { package: 'hammer' }, { package: 'anvil', adds: 2 }] as (
    | CatalogCard
    | undefined
  )[];
  const list = { total: rows.length, rowAt: (index: number) => rows[index] };
  expect(newestCard(list, opened).adds).toBe(2);
  expect(newestCard({ ...list, total: 2 }, opened)).toBe(opened);
});
