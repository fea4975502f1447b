import { join } from 'node:path';
import { build, type ESTree, type Plugin } from 'vite';
import { ROOT } from '../run.ts';
import { groupedFiles, type LoadGroup } from './load-groups.ts';

/** A package of its own next to the bundles: its license (LGPL) requires that it can be replaced. */
export const SEPARATE = 'openpgp';

/**
 * Files that the sources find relative to themselves, and where they are relative to a bundle in `dist/NAME`. A build fails
 * if one of the sources no longer names its file like this.
 */
const PLACES: readonly { source: string; from: string; to: string }[] = [
  {
    source: 'core/store/archive/write/volume-hash.ts',
    from: "new URL('./volume-hash-worker.ts', import.meta.url)",
    to: "new URL('./volume-hash-worker.js', import.meta.url)",
  },
  {
    source: 'core/registry/access/download-thread.ts',
    from: "new URL('./download-worker.ts', import.meta.url)",
    to: "new URL('./download-worker.js', import.meta.url)",
  },
  {
    source: 'core/app/engine-link/fork-engine.ts',
    from: "new URL('./engine-main.ts', import.meta.url)",
    to: "new URL('./engine-main.js', import.meta.url)",
  },
  {
    source: 'core/content/signature/verification-keys.ts',
    from: 'new URL(`../../../resources/keys/',
    to: 'new URL(`../../resources/keys/',
  },
];

/** A bundle for Node: its entries by name, and the directory `dist/NAME` for all files. */
export interface NodeBundle {
  directory: string;
  format: 'es' | 'cjs';
  entries: Record<string, string>;
  /** Packages that the host provides. */
  external?: string[];
  /** Without groups, modules are divided into many small files, which take longer to load. */
  groups?: readonly LoadGroup[];
}

/**
 * Builds one directory of modules without source maps.
 * @returns the packages whose code is in it, by directory below the checkout
 * @throws Error if it can't be built
 */
export async function buildNodeBundle({
  directory,
  format,
  entries,
  external = [],
  groups = [],
}: NodeBundle): Promise<Set<string>> {
  const packages = new Set<string>();
  const grouped = groupedFiles(groups);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      ...[places(), onlyInCheckout(), usedPartsOfUndici(), grouped.plugin],
      ...[builtinsByProcess(format), listOfPackages(packages)],
    ],
    ssr: { noExternal: true, external: [...external, SEPARATE] },
    build: {
      ssr: true,
      outDir: directory,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: false,
      rolldownOptions: {
        // Groups contain modules that others import dynamically.
        checks: { ineffectiveDynamicImport: false },
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(ROOT, file)])),
        output: {
          format,
          entryFileNames: format === 'es' ? '[name].js' : '[name].cjs',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: { groups: grouped.groups },
        },
      },
    },
  });
  return packages;
}

function places(): Plugin {
  return {
    name: 'places-next-to-bundle',
    enforce: 'pre',
    transform(code, id) {
      const place = PLACES.find(({ source }) => id.endsWith(`/${source}`));
      if (!place) return undefined;
      const { from, to } = place;
      if (!code.includes(from)) this.error(`${id} no longer contains ${from}`);
      return { code: code.replace(from, () => to), map: null };
    },
  };
}

/** `airlock serve` builds the pages in a checkout. A bundle contains them, and never loads this module. */
function onlyInCheckout(): Plugin {
  return {
    name: 'only-in-checkout',
    enforce: 'pre',
    resolveId(source) {
      return source.endsWith('/scripts/build-renderer.ts')
        ? { id: './build-renderer.js', external: true }
        : undefined;
    },
  };
}

/**
 * Loads only the parts of undici that Airlock itself imports. The others, such as `fetch`, caches and mocks, cost each
 * process and each thread 20 ms and 3 MB. A build fails if one of our sources imports something else.
 */
function usedPartsOfUndici(): Plugin {
  const parts = 'virtual:undici';
  return {
    name: 'used-parts-of-undici',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'undici' && !importer?.includes('/node_modules/') ? parts : undefined,
    load(id) {
      if (id !== parts) return undefined;
      const lib = join(ROOT, 'node_modules', 'undici', 'lib');
      const from = (file: string) => JSON.stringify(join(lib, file));
      return `import Agent from ${from('dispatcher/agent.js')};
import Dispatcher from ${from('dispatcher/dispatcher.js')};
import Pool from ${from('dispatcher/pool.js')};
import ProxyAgent from ${from('dispatcher/proxy-agent.js')};
import buildConnector from ${from('core/connect.js')};
import api from ${from('api/index.js')};
Object.assign(Dispatcher.prototype, api);
export { Agent, buildConnector, Pool, ProxyAgent };
`;
    },
  };
}

/**
 * Takes the modules of Node from `process.getBuiltinModule`. For `import`, Node reads every property of a module first, also
 * the getters that load other ones: with `node:http`, that is Node's own undici, 20 to 45 ms in each start.
 */
function builtinsByProcess(format: NodeBundle['format']): Plugin {
  return {
    name: 'builtins-by-process',
    renderChunk(code) {
      if (format !== 'es') return undefined;
      const parts: string[] = [];
      let end = 0;
      for (const each of this.parse(code).body) {
        if (each.type !== 'ImportDeclaration' || !String(each.source.value).startsWith('node:')) continue;
        parts.push(code.slice(end, each.start), declarationOf(each));
        ({ end } = each);
      }
      return { code: parts.join('') + code.slice(end), map: null };
    },
  };
}

function declarationOf({ source, specifiers }: ESTree.ImportDeclaration): string {
  const modules: string[] = [];
  const named: string[] = [];
  for (const each of specifiers) {
    const { name } = each.local;
    if (each.type !== 'ImportSpecifier') modules.push(name);
    else {
      const imported = each.imported.type === 'Identifier' ? each.imported.name : each.imported.value;
      named.push(imported === name ? name : `${imported}: ${name}`);
    }
  }
  const names = named.length > 0 ? [...modules, `{ ${named.join(', ')} }`] : modules;
  return names.map((each) => `const ${each} = process.getBuiltinModule('${source.value}');`).join(' ');
}

/** Adds the directory of each package with code in the output. */
export function listOfPackages(packages: Set<string>): Plugin {
  return {
    name: 'list-of-packages',
    generateBundle(_, output) {
      for (const file of Object.values(output))
        if (file.type === 'chunk')
          for (const id of Object.keys(file.modules)) {
            const [, name] = /.*(\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
            if (name !== undefined)
              packages.add(id.slice(id.indexOf('/node_modules/') + 1, id.lastIndexOf(name) + name.length));
          }
    },
  };
}
