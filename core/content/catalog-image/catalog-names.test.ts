import { describe, expect, test } from 'vitest';
import { withNamespace } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { catalogNames } from './catalog-names.ts';
import { t } from './messages.ts';

const X: Digest = `sha256:${'a'.repeat(64)}`;
const REBUILT: Digest = `sha256:${'b'.repeat(64)}`;
const RED = 'registry.redhat.io/redhat/redhat-operator-index';

/** [original, rebuilt, destination], with the namespace of the vectors. */
function names(operator: Parameters<typeof catalogNames>[0], full = false) {
  const { original, rebuilt, destination } = catalogNames(operator);
  const content = full ? { original: X } : { rebuilt: REBUILT };
  const text = ({ repository, tag }: { repository: string; tag: string }) => `${repository}:${tag}`;
  return [text(original), text(rebuilt('R')), withNamespace('test', text(destination(content)))];
}

describe('operator work items (oc-mirror v2: internal/pkg/operator/common_test.go)', () => {
  test.each([
    [
      { catalog: `${RED}:v4.17` },
      [
        'redhat/redhat-operator-index:v4.17',
        'redhat/redhat-operator-index:R',
        'test/redhat/redhat-operator-index:v4.17',
      ],
    ],
    [
      { catalog: `${RED}:v4.17`, targetTag: 'v4.10.0' },
      [
        'redhat/redhat-operator-index:v4.10.0',
        'redhat/redhat-operator-index:R',
        'test/redhat/redhat-operator-index:v4.10.0',
      ],
    ],
    [
      { catalog: `${RED}:v4.14`, targetCatalog: '12345/certified-operators-pinned' },
      [
        '12345/certified-operators-pinned:v4.14',
        '12345/certified-operators-pinned:R',
        'test/12345/certified-operators-pinned:v4.14',
      ],
    ],
    [
      { catalog: 'oci:///tmp/app/catalog', targetCatalog: 'coffee-shop-index', targetTag: 'v1.0' },
      ['coffee-shop-index:v1.0', 'coffee-shop-index:R', 'test/coffee-shop-index:v1.0'],
    ],
    [
      { catalog: 'oci:///tmp/app/catalog', targetCatalog: 'tea-shop-index' },
      ['tea-shop-index:latest', 'tea-shop-index:R', 'test/tea-shop-index:latest'],
    ],
    [{ catalog: 'oci:///a/b/name' }, ['name:latest', 'name:R', 'test/name:latest']],
    [{ catalog: 'oci://./b/name/' }, ['name:latest', 'name:R', 'test/name:latest']],
  ])('%j', (operator, expected) => expect(names(operator)).toEqual(expected));
});

describe('by digest alone (oc-mirror v2: internal/pkg/operator/filtered_collector.go)', () => {
  const hex = (digest: Digest) => digest.replace(':', '-');
  test('the destination has the digest of its content', () => {
    const path = 'redhat/redhat-operator-index';
    expect(names({ catalog: `${RED}@${X}` })).toEqual([
      `${path}:${hex(X)}`,
      `${path}:R`,
      `test/${path}:${hex(REBUILT)}`,
    ]);
    expect(names({ catalog: `${RED}@${X}` }, true)[2]).toBe(`test/${path}:${hex(X)}`);
  });

  test('a tag or targetTag next to the digest is used; a pinned entry has its tag there', () => {
    const path = 'redhat/redhat-operator-index';
    expect(names({ catalog: `${RED}:v4.18@${X}` })[2]).toBe(`test/${path}:v4.18`);
    expect(names({ catalog: `${RED}@${X}`, targetTag: 'v4.18' })).toEqual(names({ catalog: `${RED}:v4.18` }));
    expect(names({ catalog: `docker://${RED}:v4.18` }, true)[2]).toBe(`test/${path}:v4.18`);
  });
});

test('a folder whose name is not a valid repository needs a targetCatalog', () => {
  const invalid = (reference: string, name: string) =>
    t('directoryNameInvalid', { reference, name: JSON.stringify(name) });
  expect(() => names({ catalog: 'oci:///data/OCI_CTLG' })).toThrow(invalid('/data/OCI_CTLG', 'OCI_CTLG'));
  expect(() => names({ catalog: 'oci:///' })).toThrow(invalid('/', ''));
  expect(names({ catalog: 'oci:///data/OCI_CTLG', targetCatalog: 'ctlg' })[2]).toBe('test/ctlg:latest');
});
