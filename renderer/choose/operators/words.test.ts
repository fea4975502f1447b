import { describe, expect, it } from 'vitest';
import type { CatalogCard } from '../../../core/contract/topics/drafts.ts';
import { t } from './messages.ts';
import {
  catalogFault,
  chosenChannels,
  emptyWords,
  firstChannels,
  letterTile,
  minorOf,
  neededDefault,
  offeredCatalogs,
  rangeWords,
  shortCatalog,
  shownChannel,
} from './words.ts';

const CARD: CatalogCard = {
  package: 'cluster-logging',
  displayName: 'Red Hat OpenShift Logging',
  defaultChannel: 'stable-6.2',
  channels: [
    { name: 'stable-5.9', head: 'cluster-logging.v5.9.9', versions: ['5.9.9', '5.9.8'] },
    { name: 'stable-6.2', head: 'cluster-logging.v6.2.2', versions: ['6.2.2', '6.2.1'] },
  ],
  selected: false,
  needs: [],
  estimated: true,
};
const REDHAT = 'registry.redhat.io/redhat/redhat-operator-index:v4.18';

describe('catalogs', () => {
  it('those of the configuration are first, then the published ones of the version', () => {
    const offered = offeredCatalogs('4.18', [REDHAT, 'lab.example/catalogs/own:v1']);
    expect(offered.map(({ short, inText }) => `${short}${inText ? ' *' : ''}`)).toEqual([
      'redhat v4.18 *',
      'own:v1 *',
      'certified v4.18',
      'community v4.18',
      'marketplace v4.18',
    ]);
    expect(offeredCatalogs(undefined, [])).toEqual([]);
  });

  it('have short names', () => {
    expect(shortCatalog(`docker://${REDHAT}`)).toBe('redhat v4.18');
    expect(shortCatalog(`quay.io/x/index@sha256:${'ab'.repeat(32)}`)).toBe('index@abababababab');
  });

  it('a typed catalog must be a reference', () => {
    expect(catalogFault(REDHAT)).toBeUndefined();
    expect(catalogFault('oci:///srv/catalogs/own')).toBeUndefined();
    expect(catalogFault('redhat-operator-index:v4.18')).toBe(t('referenceRegistryError'));
    expect(catalogFault('lab:5000/catalog')).toBe(t('referenceTagError'));
    expect(catalogFault('a b')).toBe(t('referenceSpacesError'));
    expect(catalogFault(' ')).toBe(t('referenceMissingError'));
  });
});

it('minor versions of versions and channels', () => {
  expect([minorOf('4.18.9'), minorOf('stable-4.18'), minorOf('4.18'), minorOf('v4.18')]).toEqual([
    '4.18',
    '4.18',
    '4.18',
    '4.18',
  ]);
  expect(minorOf(undefined)).toBeUndefined();
});

it('a tile has the first distinctive letter, and always the same tone', () => {
  expect(letterTile(CARD).letter).toBe('L');
  expect(letterTile({ package: 'kubernetes-nmstate-operator' }).letter).toBe('K');
  expect(letterTile(CARD)).toEqual(letterTile({ ...CARD }));
});

describe('channels', () => {
  it('a package that names no channels has all, its default last', () => {
    expect(chosenChannels(CARD, { name: CARD.package, channels: [] })).toEqual([
      { name: 'stable-5.9' },
      { name: 'stable-6.2' },
    ]);
    expect(shownChannel(CARD, { name: CARD.package, channels: [] })).toEqual({
      channel: 'stable-6.2',
      version: '6.2.2',
      more: 1,
    });
    expect(shownChannel(CARD, undefined)).toEqual({ channel: 'stable-6.2', version: '6.2.2', more: 0 });
    const upTo = { name: CARD.package, channels: [{ name: 'stable-6.2', maxVersion: '6.2.1' }] };
    expect(shownChannel(CARD, upTo).version).toBe('6.2.1');
  });

  it('a new selection has the head of the default channel, and the installed version', () => {
    expect(firstChannels(CARD, undefined)).toEqual([{ name: 'stable-6.2' }]);
    const installed = (channel: string | undefined, version: string) => ({
      operators: [{ package: CARD.package, version, channel: channel || undefined }],
    });
    expect(firstChannels(CARD, installed('stable-5.9', '5.9.8'))).toEqual([
      { name: 'stable-5.9', minVersion: '5.9.8' },
      { name: 'stable-6.2' },
    ]);
    expect(firstChannels(CARD, installed(undefined, '6.2.1'))).toEqual([
      { name: 'stable-6.2', minVersion: '6.2.1' },
    ]);
    // The catalog no longer has the version: its channel is selected, and the engine finds the entry to it.
    expect(firstChannels(CARD, installed('stable-5.9', '5.8.0'))).toEqual([
      { name: 'stable-5.9' },
      { name: 'stable-6.2' },
    ]);
  });

  it('a selection without the default channel sets another default', () => {
    expect(neededDefault(CARD, [{ name: 'stable-5.9' }])).toBe('stable-5.9');
    expect(neededDefault(CARD, [{ name: 'stable-5.9' }, { name: 'stable-6.2' }])).toBeUndefined();
    expect(neededDefault(CARD, [])).toBeUndefined();
  });

  it('ranges are texts', () => {
    const words = (channel: object) => rangeWords(CARD, { name: 'stable-6.2', ...channel });
    expect(words({})).toBe(t('headRange', { version: '6.2.2' }));
    expect(words({ minVersion: '6.2.1' })).toBe(t('fullRange', { from: '6.2.1', to: '6.2.2' }));
    expect(words({ minVersion: '6.2.2' })).toBe(t('openRange', { version: '6.2.2' }));
    expect(words({ maxVersion: '6.2.1' })).toBe(t('upToRange', { version: '6.2.1' }));
    expect(words({ minVersion: '6.2.1', maxVersion: '6.2.1' })).toBe(t('singleRange', { version: '6.2.1' }));
  });
});

it('an empty list shows the reason', () => {
  expect(emptyWords(false, 'all', 'x')).toBe(t('loadingText'));
  expect(emptyWords(true, 'selected', ' anvil')).toBe(t('noMatchText'));
  expect(emptyWords(true, 'selected', ' ')).toBe(t('noneSelectedText'));
  expect(emptyWords(true, 'installed', '')).toBe(t('noneInstalledText'));
  expect(emptyWords(true, 'all', '')).toBe(t('noPackagesText'));
});
