import { expect, test } from 'vitest';
import type { CatalogPackage } from './catalog-model.ts';
import { olmFault } from './olm-fault.ts';

const document = { offset: 0, length: 0, crc: 0 };
const VALID: CatalogPackage = {
  name: 'foo',
  document,
  defaultChannel: 'stable',
  channels: [{ name: 'stable', document, entries: [{ name: 'foo.v1.0.0' }] }],
  bundles: [{ name: 'foo.v1.0.0', package: 'foo', image: 'quay.example/foo:1', document, details: document }],
  deprecations: [],
  others: [],
};
const EMPTY = { ...VALID, channels: [], bundles: [] };

test.each<[CatalogPackage, string | undefined]>([
  [VALID, undefined],
  [{ ...EMPTY, document: undefined }, undefined],
  [{ ...VALID, document: undefined }, 'unknown package "foo" for channel "stable"'],
  [{ ...VALID, document: undefined, channels: [] }, 'unknown package "foo" for bundle "foo.v1.0.0"'],
  [
    { ...EMPTY, document: undefined, deprecations: [{ document, references: [] }] },
    'cannot apply deprecations to an unknown package "foo"',
  ],
  [{ ...VALID, channels: [] }, 'package "foo", bundle "foo.v1.0.0" not found in any channel entries'],
  [
    { ...VALID, bundles: [] },
    'no olm.bundle blobs found in package "foo" for olm.channel entries [foo.v1.0.0]',
  ],
  [{ ...EMPTY, defaultChannel: '' }, 'invalid package "foo": package must contain at least one channel'],
  [{ ...VALID, defaultChannel: '' }, 'invalid package "foo": default channel must be set'],
  [
    { ...VALID, defaultChannel: 'fast' },
    'invalid package "foo": invalid channel "fast": channel must contain at least one bundle',
  ],
  [
    { ...EMPTY, channels: [{ name: 'stable', document, entries: [] }] },
    'invalid package "foo": invalid channel "stable": channel must contain at least one bundle',
  ],
])('%j: %s', (found, fault) => expect(olmFault(found)).toBe(fault));
