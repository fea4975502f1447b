import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { catalogsWith, oldestFirst, openShiftOf, referenceNote } from './operator-catalogs.ts';

const RED_HAT = 'registry.redhat.io/redhat/redhat-operator-index';
const COMMUNITY = 'registry.redhat.io/redhat/community-operator-index';
const FOUND = { name: 'foo', defaultChannel: '', channels: [], bundles: [], deprecations: [], others: [] };

test('the tag of a catalog determines its OpenShift version, by which catalogs are ordered numerically', () => {
  expect([`${RED_HAT}:v4.18`, `${RED_HAT}:latest`, '/srv/v4.18', 'host:5000/index'].map(openShiftOf)).toEqual(
    ['4.18', undefined, undefined, undefined],
  );
  const names = [`${RED_HAT}:v4.10`, '/srv/index', `${RED_HAT}:v4.9`].map((name) => ({ name }));
  expect(oldestFirst(names).map(({ name }) => name)).toEqual([
    '/srv/index',
    `${RED_HAT}:v4.9`,
    `${RED_HAT}:v4.10`,
  ]);
});

test('an operator comes from all versions of the indexes that contain it', () => {
  const catalogs = [
    { name: `${RED_HAT}:v4.16`, package: FOUND },
    { name: `${COMMUNITY}:v4.16`, package: undefined },
    { name: `${RED_HAT}:v4.18`, package: undefined },
  ];
  expect(catalogsWith(catalogs).map(({ name }) => name)).toEqual([`${RED_HAT}:v4.16`, `${RED_HAT}:v4.18`]);
  expect(catalogsWith(catalogs.slice(1))).toHaveLength(2);
});

test('a catalog on a disk has a note to replace its path', () => {
  expect(referenceNote(`${RED_HAT}:v4.18`)).toBeUndefined();
  const catalog = '/srv/mirror#redhat/redhat-operator-index:v4.18';
  expect(referenceNote(catalog)).toBe(t('referenceNote', { catalog }));
});
