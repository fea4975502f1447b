import { expect, test } from 'vitest';
import { incompleteBundles, incompleteProblem } from './incomplete-bundles.ts';

const one = { package: 'foo', bundle: 'foo.v1.0.0' };
const two = { package: 'foo', bundle: 'foo.v2.0.0' };

test('returns bundles in the order of their first failure, with each missing image once', () => {
  const failures = [
    { origin: 'reg/shared@sha256:1', neededBy: [two, one] },
    { origin: 'reg/no-operator@sha256:2' },
    { origin: 'reg/own@sha256:3', neededBy: [one] },
    // Two catalogs with the bundle request the same image, or it has two names.
    { origin: 'reg/own@sha256:3', neededBy: [one, one] },
  ];
  expect(incompleteBundles(failures)).toEqual([
    { ...two, missing: ['reg/shared@sha256:1'] },
    { ...one, missing: ['reg/shared@sha256:1', 'reg/own@sha256:3'] },
  ]);
});

test('distinguishes bundles with the same name in two packages', () => {
  const other = { package: 'bar', bundle: one.bundle };
  const found = incompleteBundles([{ origin: 'reg/a:1', neededBy: [one, other] }]);
  expect(found).toHaveLength(2);
});

test('the problem contains the bundle, its operator, and the number of missing images', () => {
  const { code, level, message } = incompleteProblem({ ...one, missing: ['reg/a:1'] });
  expect([code, level]).toEqual(['bundle-incomplete', 'error']);
  expect(message).toBe("foo.v1.0.0 of operator foo is incomplete: reg/a:1 couldn't be copied");
  expect(incompleteProblem({ ...one, missing: ['reg/a:1', 'reg/b:1', 'reg/c:1'] }).message).toContain(
    "reg/a:1 and 2 more images couldn't be copied",
  );
  expect(incompleteProblem({ ...one, missing: ['reg/a:1', 'reg/b:1'] }).message).toContain(
    "reg/a:1 and 1 more image couldn't be copied",
  );
});
