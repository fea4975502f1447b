import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import { parseImageSet } from '../../image-set/config/load-image-set.ts';
import { filterHashes, goJson } from './filter-hash.ts';
import { md5 } from './md5.ts';

describe('md5', () => {
  test.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['a', '0cc175b9c0f1b6a831c399e269772661'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
    ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
    [
      '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
      '57edf4a22be3c955ac49da2e2107b67a',
    ],
  ])('RFC 1321: %j', (text, expected) => expect(md5(text)).toBe(expected));

  test('agrees with OpenSSL at every length around a block', () => {
    for (let length = 50; length < 140; length++) {
      const text = 'ä'.repeat(length >> 1) + 'x'.repeat(length & 1);
      expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'));
    }
    fc.assert(fc.property(fc.string(), (text) => md5(text) === createHash('md5').update(text).digest('hex')));
  });
});

const DIGEST: Digest = 'sha256:0f6efa098de01c8171aac32c6aa57745f687bb0d0806cd7122dc3fee662c46d6';
const CATALOG = 'quay.io/oc-mirror/oc-mirror-dev';

/** The operator entry of a configuration, as users write it. */
function operator(text: string): OperatorSelection {
  const indented = text.replaceAll('\n', '\n      ');
  const { configuration, problems } = parseImageSet(
    `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  operators:\n    - ${indented}\n`,
    'isc.yaml',
  );
  if (!configuration) throw new Error(JSON.stringify(problems));
  return configuration.operators[0]!;
}

const hash = (text: string) => filterHashes(operator(text), DIGEST);

describe('filter hash (oc-mirror v2: internal/pkg/operator/filtered_collector.go)', () => {
  test('the vectors, with a tag, with a digest, and with fields that only name the destination', () => {
    const beta = `packages:
- name: foo
  defaultChannel: beta
  channels: [{name: beta, minVersion: 0.3.1, maxVersion: 0.3.1}]`;
    const expected = 'e75bbe7165bf05e15ca84145058d4d0b';
    expect(hash(`catalog: ${CATALOG}:latest\n${beta}`).pinned).toBe(expected);
    expect(hash(`catalog: docker://${CATALOG}@${DIGEST}\n${beta}`).pinned).toBe(expected);
    expect(
      hash(
        `catalog: ${CATALOG}:latest\ntargetCatalog: a/b\ntargetTag: v1\ntargetCatalogSourceTemplate: t.yaml\n${beta}`,
      ).pinned,
    ).toBe(expected);
    expect(hash(`catalog: ${CATALOG}:latest`).pinned).toBe('f8d68877b8ebef197cc0a44245089658');
    expect(hash(`catalog: ${CATALOG}:x\npackages: [{name: foo}, {name: bar}, {name: baz}]`).pinned).toBe(
      'eee5a6e8099c7983558a7fd2b8242645',
    );
  });

  test('the legacy form has the catalog as in the configuration', () => {
    const { legacy } = hash(`catalog: ${CATALOG}:latest\npackages: [{name: foo}]`);
    expect(legacy).toBe(md5(`{"packages":[{"name":"foo"}],"catalog":"${CATALOG}:latest"}`));
    const pinned = hash(`catalog: ${CATALOG}@${DIGEST}\npackages: [{name: foo}]`);
    expect(pinned.legacy).toBe(pinned.pinned);
    expect(hash('catalog: oci:///a/b/name').pinned).toBe(
      md5(`{"packages":null,"catalog":"/a/b/name@${DIGEST}"}`),
    );
  });

  test('an empty list of packages differs from none; order, full and platforms matter', () => {
    const text = `{"packages":[],"catalog":"${CATALOG}@${DIGEST}","full":true,"skipDependencies":true,"platforms":[{"os":"linux","architecture":"arm64"}]}`;
    expect(
      hash(
        `catalog: ${CATALOG}:v1\npackages: []\nfull: true\nskipDependencies: true\nplatforms: [{os: linux, architecture: arm64}]`,
      ).pinned,
    ).toBe(md5(text));
    expect(hash(`catalog: ${CATALOG}:x\npackages: [{name: bar}, {name: foo}]`).pinned).not.toBe(
      hash(`catalog: ${CATALOG}:x\npackages: [{name: foo}, {name: bar}]`).pinned,
    );
  });

  test("Go's escapes", () => {
    expect(goJson({ a: '<b>&\u2028"\\', c: undefined })).toBe('{"a":"\\u003cb\\u003e\\u0026\\u2028\\"\\\\"}');
  });
});
