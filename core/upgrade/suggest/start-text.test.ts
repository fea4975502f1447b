import { expect, test } from 'vitest';
import { parseImageSet } from '../../image-set/config/load-image-set.ts';
import { t } from './messages.ts';
import { startText } from './start-text.ts';

const load = (text: string) => parseImageSet(text, 'isc.yaml', 'ImageSetConfiguration');

test('unrequested content is only an example: the text loads, and reports that nothing is mirrored', () => {
  const { configuration, problems } = load(startText({}));
  expect(problems).toEqual([]);
  expect(configuration).toMatchObject({ operators: [], additionalImages: [] });
});

test('every example loads without changes', () => {
  const uncommented = startText({}).replaceAll(
    /^ {2}# ?(?=[ a-zA-Z-])((?: {2})*(?:- )?\w+:.*| *#.*)$/gm,
    '  $1',
  );
  const { configuration, problems } = load(uncommented);
  expect(problems).toEqual([]);
  expect(configuration).toMatchObject({
    platform: {
      graph: true,
      channels: [{ name: 'stable-4.18', minVersion: '4.18.9', maxVersion: '4.18.9' }],
    },
    operators: [{ packages: [{ name: 'lvms-operator', channels: [{ name: 'stable-4.18' }] }] }],
    additionalImages: [{ name: 'registry.redhat.io/ubi9/ubi:latest' }],
  });
});

test('selects one version as a range, and packages from the catalog of that OpenShift', () => {
  const { configuration, problems } = load(
    startText({ openShift: '4.16.20', packages: ['lvms-operator', 'odf-operator@stable-4.16'] }),
  );
  expect(problems).toEqual([]);
  expect(configuration?.platform?.channels).toMatchObject([
    { name: 'stable-4.16', minVersion: '4.16.20', maxVersion: '4.16.20' },
  ]);
  expect(configuration?.operators).toMatchObject([
    {
      catalog: 'registry.redhat.io/redhat/redhat-operator-index:v4.16',
      packages: [{ name: 'lvms-operator' }, { name: 'odf-operator', channels: [{ name: 'stable-4.16' }] }],
    },
  ]);
});

test('selects the newest release of a minor version', () => {
  const [channel] = load(startText({ openShift: '4.18' })).configuration!.platform!.channels;
  expect(channel).toMatchObject({ name: 'stable-4.18' });
  expect(channel).not.toHaveProperty('minVersion', expect.anything());
});

test('rejects an invalid version and packages without a catalog', () => {
  expect(() => startText({ openShift: 'latest' })).toThrow(t('versionInvalid', { version: 'latest' }));
  expect(() => startText({ packages: ['lvms-operator'] })).toThrow(t('packagesWithoutCatalog'));
});
