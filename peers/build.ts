// npm run peers: installs the peers with a published name. `npm run peers -- NAME…` installs only these.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { ROOT } from '../scripts/run.ts';
import {
  checksumOf,
  findPeer,
  type Origin,
  PEERS,
  type Peer,
  peerCache,
  peerDirectory,
  peerNamed,
} from './peers.ts';

/** The caches of Go may not grow beyond this together. Bytes. */
const GO_CACHES_LIMIT = 15 * 1000 ** 3;
/** Whether a build has used Go since the last report. */
let goUsed = false;

/** Builds or installs a peer with the client of its registry, and records its checksum. */
async function build(peer: Peer): Promise<void> {
  const { origin } = peer;
  if (origin.kind === 'source')
    return say(
      peer,
      `build ${origin.repository} by hand, and set ${peer.variable} to the path of the program`,
    );
  if (origin.kind === 'debian') {
    // It may contain a service that changes this machine.
    if (names.length === 0)
      return say(peer, `install the Debian package ${origin.package}, or name the peer`);
    if (!(await findPeer(peer)))
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', origin.package], {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    return say(peer, 'installed');
  }
  const directory = peerDirectory(peer);
  if (existsSync(join(directory, 'record.json'))) return say(peer, 'present');
  const building = `${directory}.building`;
  await rm(building, { recursive: true, force: true });
  await mkdir(building, { recursive: true });
  const started = Date.now();
  if (origin.kind === 'go')
    client('go', ['install', `-ldflags=${origin.ldflags ?? ''}`, `${origin.package}@${origin.version}`], {
      GOBIN: building,
    });
  else if (origin.kind === 'go-files') copyFiles(origin, join(building, peer.program));
  else if (origin.kind === 'go-program')
    client('go', ['build', '-C', join(ROOT, origin.folder), '-o', join(building, peer.program), '.']);
  else if (origin.kind === 'go-pinned') {
    client(
      'go',
      [
        ...['build', '-C', join(ROOT, origin.folder), '-o', join(building, peer.program)],
        ...['-tags', origin.tags, `-ldflags=${origin.ldflags ?? ''}`, origin.package],
      ],
      { CGO_ENABLED: origin.cgo ? '1' : '0' },
    );
    const module = downloadedModule(origin);
    for (const folder of origin.assets ?? []) copyFolder(join(module, folder), join(building, folder));
  } else {
    // Remains in the cache, so that a changed program doesn't build its crates again.
    const target = join(peerCache(), 'cargo-target');
    const manifest = join(ROOT, origin.folder, 'Cargo.toml');
    client('cargo', ['build', '--release', '--locked', '--manifest-path', manifest], {
      CARGO_TARGET_DIR: target,
    });
    await copyFile(join(target, 'release', peer.program), join(building, peer.program));
  }
  const checksum = await checksumOf(join(building, peer.program));
  await writeFile(
    join(building, 'record.json'),
    `${JSON.stringify({ version: origin.version, checksum })}\n`,
  );
  await rm(directory, { recursive: true, force: true });
  await rename(building, directory);
  say(peer, `built in ${Math.round((Date.now() - started) / 1000)} s, sha256 ${checksum}`);
}

/** Copies files of a Go module into one directory. */
function copyFiles({ module, version, files }: Origin & { kind: 'go-files' }, directory: string): void {
  const source = downloadedModule({ module, version });
  mkdirSync(directory);
  const chosen = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    files.test(path),
  );
  if (chosen.length === 0) throw new Error(`${module}@${version} contains no file ${files}`);
  for (const path of chosen) writeFileSync(join(directory, basename(path)), readFileSync(join(source, path)));
}

/** Copies a folder without the modes of its files, which nobody may change in the cache of Go. */
function copyFolder(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const target = join(to, relative(from, entry.parentPath));
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, entry.name), readFileSync(join(entry.parentPath, entry.name)));
  }
}

/** Returns the directory of a published Go module. */
function downloadedModule({ module, version }: { module: string; version: string }): string {
  goUsed = true;
  const downloaded = execFileSync('go', ['mod', 'download', '-json', `${module}@${version}`], {
    cwd: tmpdir(),
    encoding: 'utf8',
  });
  return (JSON.parse(downloaded) as { Dir: string }).Dir;
}

function client(program: string, args: string[], env: Record<string, string> = {}): void {
  goUsed ||= program === 'go';
  execFileSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      GOFLAGS: '-buildvcs=false -trimpath',
      CGO_ENABLED: '0',
      GOCACHE: goCache(),
      ...env,
    },
  });
}

/** Returns the build cache of Go for the peers. The user's own one is left alone. */
function goCache(): string {
  return join(peerCache(), 'go-build');
}

/** Reports the size of Go's caches after a build with Go. Above the limit, it empties the build cache of the peers. */
function reportGoCaches(): void {
  if (!goUsed) return;
  goUsed = false;
  const [user = '', modules = ''] = execFileSync('go', ['env', 'GOCACHE', 'GOMODCACHE'], {
    encoding: 'utf8',
  }).split('\n');
  const [ofPeers, ofUser, ofModules] = [goCache(), user, modules].map(sizeOf) as [number, number, number];
  const total = ofPeers + ofUser + ofModules;
  const inGb = (bytes: number) => `${(bytes / 1000 ** 3).toFixed(1)} GB`;
  process.stdout.write(
    `Go's caches: ${inGb(total)} (build cache of the peers ${inGb(ofPeers)}, your build cache ${inGb(ofUser)}, modules ${inGb(ofModules)})\n`,
  );
  if (total <= GO_CACHES_LIMIT) return;
  rmSync(goCache(), { recursive: true, force: true });
  process.stdout.write(`Emptied the build cache of the peers: the limit is ${inGb(GO_CACHES_LIMIT)}.\n`);
  if (total - ofPeers > GO_CACHES_LIMIT)
    process.stdout.write('To empty the other ones, run `go clean -cache` and `go clean -modcache`.\n');
}

/** Returns the size of a directory on the disk, 0 if it doesn't exist. Bytes. */
function sizeOf(directory: string): number {
  if (!existsSync(directory)) return 0;
  return 1024 * Number(execFileSync('du', ['-sk', directory], { encoding: 'utf8' }).split('\t')[0]);
}

function say(peer: Peer, text: string): void {
  process.stdout.write(`${peer.name}: ${text}\n`);
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !peerNamed(name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown: ${unknown.join(', ')}. Peers: ${PEERS.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(1);
}
const failed: string[] = [];
for (const peer of PEERS) {
  if (names.length > 0 && !names.includes(peer.name)) continue;
  try {
    await build(peer);
  } catch (error) {
    failed.push(peer.name);
    process.stderr.write(`${peer.name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  reportGoCaches();
}
if (failed.length > 0) process.exit(1);
