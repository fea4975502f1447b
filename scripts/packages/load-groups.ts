import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '../run.ts';

/** Modules that a bundle has in one file, because they are loaded together. */
export interface LoadGroup {
  name: string;
  /** Source files whose static imports belong to the group, too. */
  from: readonly string[];
  /** Instead of these files, the modules that they import dynamically. */
  dynamic?: true;
}

/** What a build needs to have each group in a file. A module of several groups is in the file of the first one. */
export interface GroupedFiles {
  plugin: Plugin;
  groups: {
    name: string;
    priority: number;
    includeDependenciesRecursively: false;
    test(id: string): boolean;
  }[];
}

/** Returns the files for groups. They are complete under static imports, so modules run in their usual order. */
export function groupedFiles(groups: readonly LoadGroup[]): GroupedFiles {
  const modules = new Map<LoadGroup, Set<string>>();
  const isIn = (group: LoadGroup, id: string) => modules.get(group)?.has(id) ?? false;
  return {
    plugin: {
      name: 'load-groups',
      buildEnd() {
        const imports = (id: string, kind: 'importedIds' | 'dynamicallyImportedIds') =>
          this.getModuleInfo(id)?.[kind] ?? [];
        for (const group of groups) {
          const files = group.from.map((file) => join(ROOT, file));
          for (const file of files)
            if (!this.getModuleInfo(file)) this.error(`${group.name}: no module ${file}`);
          const first = group.dynamic ? files.flatMap((id) => imports(id, 'dynamicallyImportedIds')) : files;
          modules.set(
            group,
            closure(first, (id) => imports(id, 'importedIds')),
          );
        }
      },
    },
    groups: groups.map((group, index) => ({
      name: group.name,
      priority: groups.length - index,
      includeDependenciesRecursively: false,
      test: (id) => isIn(group, id),
    })),
  };
}

function closure(first: readonly string[], imports: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const pending = [...first];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    pending.push(...imports(id));
  }
  return found;
}
