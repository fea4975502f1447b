import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../run.ts';

/** A CycloneDX 1.5 component, as far as it is used here. */
interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version?: string;
  [field: string]: unknown;
}

interface Sbom {
  serialNumber: string;
  metadata: { timestamp: string; component: Component; [field: string]: unknown };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
  [field: string]: unknown;
}

/** What a package contains besides Airlock's own code. */
export interface Contents {
  /** Packages by directory, relative to the checkout. */
  packages: Iterable<string>;
  /** Version of Node, and of the libraries in it by name. */
  versions?: NodeJS.ProcessVersions;
  /** SHA-256 of files by path, as hexadecimal digits. */
  files?: ReadonlyMap<string, string>;
  /** Time of the commit, seconds since 1970. */
  time: number;
}

/**
 * Returns the SBOM of a package as JSON (CycloneDX 1.5): those packages of `npm sbom` whose code is in it, and Node with its
 * libraries, and files with their hashes. The same commit always gives the same text.
 * @throws Error if npm fails, or doesn't know a package
 */
export function sbomOf({ packages, versions, files, time }: Contents): string {
  const sbom = npmSbom();
  const included = new Set([...packages].map(identity));
  const components = sbom.components.filter((each) => included.has(`${each.name}@${each.version}`));
  const known = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const unknown = [...included].filter((each) => !known.has(each));
  if (unknown.length > 0) throw new Error(`npm sbom doesn't list ${unknown.join(', ')}`);
  const node = versions === undefined ? [] : nodeComponents(versions);
  const listed = [...(files ?? [])].map(([name, content]) => ({
    'bom-ref': `file:${name}`,
    type: 'file',
    name,
    hashes: [{ alg: 'SHA-256', content }],
  }));
  const all = [...components, ...node, ...listed].toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const root = { ...sbom.metadata.component, type: 'application', name: 'airlock' };
  const references = new Set([root['bom-ref'], ...all.map((each) => each['bom-ref'])]);
  const result: Sbom = {
    ...sbom,
    metadata: {
      ...sbom.metadata,
      timestamp: new Date(time * 1000).toISOString(),
      component: root,
    },
    components: all,
    dependencies: sbom.dependencies
      .filter(({ ref }) => references.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => references.has(each)) })),
  };
  const text = (serialNumber: string) => `${JSON.stringify({ ...result, serialNumber }, undefined, 2)}\n`;
  return text(serialNumberFor(text('')));
}

/** Returns `name@version` of a package directory. */
function identity(directory: string): string {
  const { name, version } = createRequire(import.meta.url)(
    join(ROOT, directory, 'package.json'),
  ) as Component;
  return `${name}@${version}`;
}

function npmSbom(): Sbom {
  // The npm that runs this script, or the one on PATH.
  const [program, ...first] = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  const { status, stdout, stderr } = spawnSync(
    program!,
    [...first, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only'],
    // NODE_ENV=production would leave out development dependencies, such as the packages of the pages.
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 << 20, env: { ...process.env, NODE_ENV: undefined } },
  );
  if (status !== 0) throw new Error(`npm sbom failed (exit code ${status}): ${stderr}`);
  return JSON.parse(stdout) as Sbom;
}

/** Node, and the libraries in it that security advisories name. */
function nodeComponents(versions: NodeJS.ProcessVersions): Component[] {
  const libraries = [
    'openssl',
    'zlib',
    'zstd',
    'brotli',
    'ares',
    'nghttp2',
    'uv',
    'v8',
    'icu',
    'undici',
    'sqlite',
  ];
  return [
    {
      'bom-ref': `node@${versions.node}`,
      type: 'platform',
      name: 'node',
      version: versions.node,
      purl: `pkg:github/nodejs/node@v${versions.node}`,
    },
    ...libraries.flatMap((name) => {
      const version = versions[name];
      return version === undefined
        ? []
        : [{ 'bom-ref': `node/${name}@${version}`, type: 'library', name, version }];
    }),
  ];
}

/** A UUID of version 8 (RFC 9562, section 5.8) from the SHA-256 of the document. */
function serialNumberFor(text: string): string {
  const hash = createHash('sha256').update(text).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')}`;
}
