import { expect, test } from 'vitest';
import { readYaml } from '../../base/document/yaml-text.ts';
import { removeEntries } from './entries.ts';

const HEAD = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
`;
const OPERATORS = `  operators:
    - catalog: redhat:v4.18 # ours
      packages:
        - name: anvil-operator
        # agreed
        - name: bellows-operator
          channels:
            - name: stable
        - name: chisel-operator
`;
const IMAGES = `  additionalImages:
    - name: quay.io/lab/a:1
    # the second
    - name: quay.io/lab/b:1
    - name: quay.io/lab/c:1 # last
`;
const after = (text: string, ...paths: (string | number)[][]) =>
  removeEntries(
    readYaml(HEAD + text),
    paths.map((path) => ['mirror', ...path]),
  ).text.slice(HEAD.length);

test('removes elements of several lists at once, and leaves the others unchanged', () => {
  expect(
    after(
      OPERATORS + IMAGES,
      ['additionalImages', 0],
      ['additionalImages', 2],
      ['operators', 0, 'packages', 0],
      ['operators', 0, 'packages', 2],
    ),
  ).toBe(`  operators:
    - catalog: redhat:v4.18 # ours
      packages:
        # agreed
        - name: bellows-operator
          channels:
            - name: stable
  additionalImages:
    # the second
    - name: quay.io/lab/b:1
`);
});

test('removes a list with its last element', () => {
  expect(after(OPERATORS + IMAGES, ...[0, 1, 2].map((at) => ['additionalImages', at]))).toBe(OPERATORS);
});

test('removes a catalog instead of all its packages, which would select everything', () => {
  expect(after(OPERATORS + IMAGES, ...[0, 1, 2].map((at) => ['operators', 0, 'packages', at]))).toBe(IMAGES);
});

test('removes an entry once that is named twice or inside another', () => {
  const paths = [
    ['additionalImages', 1],
    ['additionalImages', 1],
    ['operators', 0],
    ['operators', 0, 'packages', 1],
  ];
  expect(after(OPERATORS + IMAGES, ...paths)).toBe(`  additionalImages:
    - name: quay.io/lab/a:1
    - name: quay.io/lab/c:1 # last
`);
});

test('leaves a mirror section without content', () => {
  const all = [0, 1, 2].map((at) => ['additionalImages', at]);
  expect(after(IMAGES, ...all)).toBe('{}\n');
  expect(after('  additionalImages: []\n', ...all)).toBe('  additionalImages: []\n');
});

test('a thousand entries take less than a second', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `    - name: quay.io/lab/image-${at}:1\n`);
  const started = performance.now();
  const left = after(
    `  additionalImages:\n${names.join('')}`,
    ...names.slice(1).map((_, at) => ['additionalImages', at + 1]),
  );
  expect(left).toBe(`  additionalImages:\n${names[0]}`);
  expect(performance.now() - started).toBeLessThan(1000);
});
