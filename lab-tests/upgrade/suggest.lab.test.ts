import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { InstalledOperator } from '../../core/content/inventory/inventory.ts';
import { parseImageSet } from '../../core/image-set/config/load-image-set.ts';
import { suggestConfiguration } from '../../core/upgrade/suggest/suggest.ts';

const DIRECTORY = new URL('../../../shared/data/imageset/', import.meta.url).pathname;
const load = (text: string) => parseImageSet(text, 'isc.yaml', 'ImageSetConfiguration');

/** Valid files; their content is treated as installed, except for the first package of each catalog. */
const cases = readdirSync(DIRECTORY)
  .filter((name) => /\.ya?ml$/.test(name))
  .flatMap((name) => {
    const text = readFileSync(DIRECTORY + name, 'utf8');
    const { configuration } = load(text);
    return configuration ? [{ name, text, configuration }] : [];
  });

test('the files exist', () => {
  expect(cases.length).toBeGreaterThan(100);
});

test.each(cases)('$name is changed to the needs of a cluster, and loads', async ({ text, configuration }) => {
  const installed = new Map<string, InstalledOperator>();
  for (const { packages = [] } of configuration.operators)
    for (const { name } of packages.slice(1))
      installed.set(name, { package: name, version: '1.2.3', channel: 'stable' });
  const question = {
    inventory: { openShift: '4.16.20', operators: [...installed.values()] },
    to: '4.18.9',
    architecture: 'amd64',
    existing: { text, file: 'isc.yaml' },
  };
  const once = await suggestConfiguration(question, async () => undefined);
  const { configuration: after, problems } = load(once.text);
  expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
  expect(after!.additionalImages.map(({ name }) => name)).toEqual(
    configuration.additionalImages.map(({ name }) => name),
  );
  const named = (after!.operators ?? []).flatMap(({ full, packages }) =>
    full || !packages ? ['*'] : packages.map(({ name }) => name),
  );
  for (const name of installed.keys()) expect(named.includes(name) || named.includes('*'), name).toBe(true);
  for (const comment of text.match(/^#.*$/gm) ?? []) expect(once.text).toContain(comment);
  const twice = await suggestConfiguration(
    { ...question, existing: { text: once.text, file: 'isc.yaml' } },
    async () => undefined,
  );
  expect(twice.text).toBe(once.text);
});
