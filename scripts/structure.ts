// node scripts/structure.ts: figures of the import graph for docs/architecture.md, and every cycle of folders.
import { execFile } from 'node:child_process';
import { dirname } from 'node:path/posix';
import { promisify } from 'node:util';
import { COMPONENTS } from './components.ts';
import { ROOT } from './run.ts';

/** Imports between files of this repository, types included. */
export type Import = [from: string, to: string];

/** What dependency-cruiser finds: broken rules, the number of modules, and all imports of production code. */
export interface Structure {
  violations: string[];
  modules: number;
  imports: Import[];
}

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
}

const SOURCE = /^(core|cli|electron|renderer)\/.*[.]tsx?$/;
const TEST = /[.](test|fixture)[.]tsx?$/;
/** A catalog of texts imports nothing of the product but the translator, so it's part of no cycle. */
const CATALOG = /\/messages[.]ts$/;

/** Runs dependency-cruiser over the product. */
export async function readStructure(): Promise<Structure> {
  const program = ['node_modules/.bin/depcruise', 'core', 'cli', 'electron', 'renderer'];
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, [...program, ...options], {
    cwd: ROOT,
    maxBuffer: 256 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const { modules, summary } = JSON.parse(stdout) as Cruise;
  const isProduct = (file: string) => SOURCE.test(file) && !TEST.test(file);
  return {
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
    modules: summary.totalCruised,
    imports: modules
      .filter(({ source }) => isProduct(source))
      .flatMap(({ source, dependencies }) =>
        dependencies
          .filter(({ resolved }) => isProduct(resolved))
          .map(({ resolved }): Import => [source, resolved]),
      ),
  };
}

/** Folders that contain source files, with the folders above them. */
export function foldersOf(imports: Import[]): string[] {
  const found = new Set<string>();
  for (const file of imports.flat())
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) found.add(folder);
  return [...found].sort();
}

/**
 * Returns the cycles between the children of each folder, as `parent: a -> b -> a`. The files directly in a folder count
 * as one more child, `.`, so no cycle between folders at any level remains unseen.
 */
export function folderCycles(imports: Import[]): string[] {
  return foldersOf(imports).flatMap((parent) => {
    const edges = new Map<string, Set<string>>();
    for (const [from, to] of imports) {
      if (CATALOG.test(to)) continue;
      const [a, b] = [childOf(parent, from), childOf(parent, to)];
      if (a && b && a !== b) edges.set(a, (edges.get(a) ?? new Set()).add(b));
    }
    const cycle = findCycle(edges);
    return cycle ? [`${parent}: ${cycle.join(' -> ')}`] : [];
  });
}

function childOf(parent: string, file: string): string | undefined {
  if (!file.startsWith(`${parent}/`)) return undefined;
  const [child, rest] = file.slice(parent.length + 1).split('/');
  return rest === undefined ? '.' : child;
}

function findCycle(edges: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (node: string, path: string[]): string[] | undefined => {
    const start = path.indexOf(node);
    if (start >= 0) return [...path.slice(start), node];
    if (done.has(node)) return undefined;
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of edges.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}

function report({ modules, imports }: Structure): string {
  const core = imports.filter(([from, to]) => from.startsWith('core/') && to.startsWith('core/'));
  const componentOf = (file: string) => file.split('/')[1]!;
  const between = (group: (file: string) => string, list: Import[]) =>
    new Set(list.filter(([a, b]) => group(a) !== group(b)).map(([a, b]) => `${group(a)} ${group(b)}`)).size;
  const files = new Map<string, number>();
  for (const file of new Set(imports.flat())) files.set(dirname(file), (files.get(dirname(file)) ?? 0) + 1);
  const [fullest = '', most = 0] = [...files].sort((a, b) => b[1] - a[1])[0] ?? [];
  return [
    `modules: ${modules}`,
    `components of core: ${COMPONENTS.length}, layers: ${new Set(COMPONENTS.map(({ layer }) => layer)).size}`,
    `imports between components: ${between(componentOf, core)}`,
    `folders of core: ${foldersOf(core).length - 1}, imports between them: ${between(dirname, core)}`,
    `fullest folder: ${fullest}, ${most} files`,
    `cycles of folders: ${folderCycles(imports).join('; ') || 'none'}`,
  ].join('\n');
}

if (import.meta.main) console.log(report(await readStructure()));
