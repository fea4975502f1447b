import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

test('every screen loads the style sheets of the classes that it uses', () => {
  const styled = new Map(
    globSync('renderer/**/*.css', { cwd: ROOT }).map((file) => [
      file,
      new Set(selectorsOf(readSource(file)).flatMap((selector) => selector.match(/(?<=\.)al-[\w-]+/g) ?? [])),
    ]),
  );
  const known = new Set([...styled.values()].flatMap((names) => [...names]));
  // What was imported for the application stays loaded, and what was imported for a screen is loaded with its parts.
  const missing: string[] = [];
  const check = (entry: string, loaded: ReadonlySet<string>) => {
    const files = importsOf(entry);
    const all = new Set([...loaded, ...files]);
    const classes = new Set([...all].flatMap((file) => [...(styled.get(file) ?? [])]));
    for (const file of files) {
      if (!file.endsWith('.tsx')) continue;
      for (const name of readSource(file).match(/\bal-[\w-]*\w(?![\w-])/g) ?? [])
        if (known.has(name) && !classes.has(name)) missing.push(`${entry}: ${file} uses ${name}`);
    }
    for (const file of files)
      for (const part of lazyImportsOf(file)) if (!all.has(part) && part !== entry) check(part, all);
  };
  check('renderer/main.tsx', new Set());
  expect([...new Set(missing)]).toEqual([]);
});

function readSource(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Returns a file with everything that it imports statically. */
function importsOf(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  if (entry.endsWith('.css')) {
    for (const [, path] of readSource(entry).matchAll(/@import "(\.[^"]+)"/g))
      importsOf(join(dirname(entry), path!), found);
    return found;
  }
  for (const [, path] of readSource(entry).matchAll(/^(?:import|export)\b[^;]*?'(\.[^']+)';/gms))
    if (/\.(tsx?|css)$/.test(path!)) importsOf(join(dirname(entry), path!), found);
  return found;
}

function lazyImportsOf(file: string): string[] {
  if (file.endsWith('.css')) return [];
  return [...readSource(file).matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, path]) =>
    join(dirname(file), path!),
  );
}

function selectorsOf(css: string): string[] {
  return [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g)]
    .map(([, selector]) => selector!.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.split(/,(?![^(]*\))/));
}
