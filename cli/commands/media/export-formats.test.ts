import { expect, test } from 'vitest';
import { describeOcFormat } from './export-formats.ts';
import { t } from './messages.ts';

test("the path of each ConfigMap is printed, as in the enhancement's example", () => {
  const lines: string[] = [];
  const drive = { label: 'usb', directory: '/media/usb/mirror', images: ['openshift/release:4.18.9'] };
  describeOcFormat(
    { print: (...texts) => void lines.push(...texts.flat()) },
    {
      ...{ transfer: 'lab-0001', bytes: 1, drives: [drive], incomplete: [], omittedFiles: [] },
      config: ['signature/sha256/81154f5c03294534.yaml'],
    },
  );
  const path = '/media/usb/mirror/config/signature/sha256/81154f5c03294534.yaml';
  expect(lines).toContain(t('ocConfigMap', { path }));
  expect(lines.at(-1)).toBe('  oc apply -Rf /media/usb/mirror/config');
});

test('names the attached files that the format of oc leaves out', () => {
  const lines: string[] = [];
  describeOcFormat(
    { print: (...texts) => void lines.push(...texts.flat()) },
    {
      ...{ transfer: 'lab-0001', bytes: 1, drives: [], incomplete: [], config: [] },
      omittedFiles: ['a.ova'],
    },
  );
  expect(lines).toEqual([t('ocFilesOmitted', { files: 'a.ova' })]);
});
