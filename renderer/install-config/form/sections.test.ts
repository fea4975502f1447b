import { expect, test } from 'vitest';
import { fieldAt, INSTALL_CONFIG } from '../../../core/contract/documents/install-config.ts';
import { t } from './messages.ts';
import { sectionsOf } from './sections.ts';

test.each(['vsphere', 'baremetal', 'none', 'external'])(
  'every field of the form is in the file: %s',
  (platform) => {
    for (const { fields, lists } of sectionsOf({}, platform)) {
      for (const { label, path } of fields) expect(fieldAt(INSTALL_CONFIG, path), label).toBeDefined();
      for (const list of lists)
        for (const { label, path } of list.fields)
          expect(fieldAt(INSTALL_CONFIG, [...list.path, 0, ...path]), label).toBeDefined();
    }
  },
);

test('a field with fixed values is a choice, whose first option is the meaning of an absent field', () => {
  const [cluster] = sectionsOf({}, 'vsphere');
  const options = (name: string) => cluster?.fields.find(({ label }) => label === name)?.options?.slice(0, 2);
  expect(options(t('publishLabel'))).toEqual(['External', 'Internal']);
  expect(options(t('credentialsModeLabel'))).toEqual(['', 'Mint']);
});
