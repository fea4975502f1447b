import { expect, test } from 'vitest';
import type { MissingDependency } from '../catalog/select/dependencies.ts';
import { dependencyProblems, imageProblems } from './catalog-problems.ts';
import { t } from './messages.ts';

const at = { file: 'isc.yaml', line: 4, path: 'mirror.operators[0]' };
const need = (more: Partial<MissingDependency> = {}): MissingDependency => ({
  what: 'package bar >=1.0.0',
  providers: [],
  selected: [],
  requiredBy: [{ package: 'foo', bundle: 'foo.v1.0.0' }],
  ...more,
});
const reported = (more: Partial<MissingDependency>) => dependencyProblems([need(more)], [], at)[0]!;

test('reports missing dependencies with their dependents, at the place of the catalog', () => {
  expect(reported({})).toEqual({
    code: 'operator-dependency',
    level: 'warning',
    message: "foo.v1.0.0 requires package bar >=1.0.0, which isn't selected",
    remedy: t('otherCatalogRemedy'),
    ...at,
  });
  const requiredBy = ['foo.v3.0.0', 'foo.v2.0.0', 'foo.v1.0.0'].map((bundle) => ({ package: 'foo', bundle }));
  expect(reported({ requiredBy }).message).toBe(
    "foo.v3.0.0 and 2 other bundles require package bar >=1.0.0, which isn't selected",
  );
});

test('the remedy is to add a package, or to select another version', () => {
  const add = { name: 'bar', channels: [{ name: 'stable', minVersion: '1.0.0' }] };
  expect(reported({ add, providers: ['bar'] }).remedy).toBe(
    t('addVersionRemedy', { package: 'bar', channel: 'stable', version: '1.0.0' }),
  );
  expect(reported({ add: { name: 'bar' }, providers: ['bar'] }).remedy).toBe(
    t('addPackageRemedy', { package: 'bar' }),
  );
  expect(reported({ providers: ['bar', 'baz'], selected: ['baz'] }).remedy).toBe(
    'Select a version of baz that provides package bar >=1.0.0.',
  );
  expect(reported({ providers: ['bar', 'baz'] }).remedy).toBe(
    'Select a version of bar or baz that provides package bar >=1.0.0.',
  );
});

test('added dependencies are information, and come before missing ones', () => {
  const added = [{ name: 'bar', channels: [{ name: 'stable', minVersion: '1.0.0' }] }, { name: 'baz' }];
  const problems = dependencyProblems([need({ what: 'kind a/v1/B' })], added, at);
  expect(problems.map(({ level }) => level)).toEqual(['info', 'info', 'warning']);
  expect(problems[0]!.message).toBe(
    'operator bar (channel stable, version 1.0.0) was added because other operators require it',
  );
  expect(problems[1]!.message).toBe('operator baz was added because other operators require it');
});

test('a problem names its catalog; images that cannot be mirrored are warnings', () => {
  const problem = {
    code: 'reference-invalid',
    level: 'error' as const,
    message: 'bad',
    remedy: 'none',
    line: 3,
  };
  expect(imageProblems([problem])).toEqual([{ ...problem, level: 'warning' }]);
});
