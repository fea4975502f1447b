import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/** What the renderer weighs: bytes as served and as gzip, and the packages that its scripts are made of. */
export interface RendererSize {
  kinds: { kind: string; files: number; bytes: number; gzip: number }[];
  /** What the first screen loads. */
  entryBytes: number;
  packages: { name: string; bytes: number }[];
}

/** Builds the renderer in memory and adds it up. Package figures are before minification's last step, in bytes. */
export async function rendererSize(): Promise<RendererSize> {
  const built = await build({ logLevel: 'error', build: { write: false } });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  const kinds = new Map<string, { files: number; bytes: number; gzip: number }>();
  const packages = new Map<string, number>();
  let entryBytes = 0;
  const byName = new Map(output.map((file) => [file.fileName, file]));
  const first = new Set<string>();
  const follow = (name: string) => {
    const file = byName.get(name);
    if (first.has(name) || file?.type !== 'chunk') return;
    first.add(name);
    entryBytes += Buffer.byteLength(file.code);
    for (const other of file.imports) follow(other);
  };
  for (const file of output) {
    const content = file.type === 'chunk' ? file.code : file.source;
    const kind = file.type === 'chunk' ? 'scripts' : kindOf(file.fileName);
    const sum = kinds.get(kind) ?? { files: 0, bytes: 0, gzip: 0 };
    sum.files++;
    sum.bytes += Buffer.byteLength(content);
    sum.gzip += gzipSync(content).length;
    kinds.set(kind, sum);
    if (file.type !== 'chunk') continue;
    if (file.isEntry) follow(file.fileName);
    for (const [id, { renderedLength }] of Object.entries(file.modules)) {
      const name = packageOf(id);
      packages.set(name, (packages.get(name) ?? 0) + renderedLength);
    }
  }
  return {
    kinds: [...kinds].map(([kind, sum]) => ({ kind, ...sum })),
    entryBytes,
    packages: [...packages].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes),
  };
}

function kindOf(file: string): string {
  if (file.endsWith('.css')) return 'styles';
  if (/\.(woff2?|ttf|otf)$/.test(file)) return 'fonts';
  return 'other';
}

function packageOf(id: string): string {
  const inside = id.split('/node_modules/').at(-1);
  if (inside === undefined || inside === id)
    return id.includes('/core/') ? 'airlock: contract' : 'airlock: renderer';
  const parts = inside.split('/');
  return parts[0]!.startsWith('@') ? `${parts[0]}/${parts[1]}` : parts[0]!;
}
