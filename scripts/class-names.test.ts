import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from './run.ts';

/** Style sheets of screens stay loaded when another screen opens: a class that two of them style breaks one of them. */
test('every CSS class has one owner: rules about a class alone are in one style sheet', () => {
  const owners = new Map<string, Set<string>>();
  // This one adapts classes of all screens to windows and to settings of the system.
  const sheets = globSync('renderer/**/*.css', { cwd: ROOT, exclude: ['renderer/adaptations.css'] });
  for (const file of sheets)
    for (const selector of selectorsOf(readFileSync(`${ROOT}/${file}`, 'utf8'))) {
      const classes = new Set(selector.match(/(?<=\.)al-[\w-]+/g));
      if (classes.size !== 1) continue;
      const [name = ''] = classes;
      owners.set(name, (owners.get(name) ?? new Set()).add(file));
    }
  expect(owners.size).toBeGreaterThan(400);
  const shared = [...owners].filter(([, files]) => files.size > 1);
  expect(shared.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
});

test('the app uses every class that browser tests search', () => {
  const sources = globSync('renderer/**/*.{ts,tsx}', { cwd: ROOT }).map((file) =>
    readFileSync(`${ROOT}/${file}`, 'utf8'),
  );
  const used = new Set(sources.flatMap((text) => text.match(/\bal-[\w-]+/g) ?? []));
  const unknown = globSync('{e2e,bench,scripts}/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(/\.(al-[\w-]*\w)(?=[^\w-])/g)]
      .filter(([, name]) => !used.has(name!))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

function selectorsOf(css: string): string[] {
  return [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g)]
    .map(([, selector]) => selector!.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.split(/,(?![^(]*\))/));
}
