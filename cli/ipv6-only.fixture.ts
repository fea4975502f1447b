// Runs the command line on a host without IPv4, and prints the results as JSON. Started in its own network namespace.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [directory] = process.argv.slice(2) as [string];
const main = join(import.meta.dirname, 'main.ts');
const env = { ...process.env, HOME: directory, NO_COLOR: '1' };

const practice = run(['practice', '--json'], {});

const served = await listening(['serve', '--json']);
const page = await fetch(new URL(served.url).origin);
await stop(served.child);

const world = await listening(['practice', 'up', '--json']);
const { environment, sets } = world.line as { environment: Record<string, string>; sets: { core: string } };
const destination = new URL(String(world.line.destination)).host;
const mirror = run(
  [
    ...['mirror', '-c', sets.core, '--workspace', `file://${join(directory, 'workspace')}`, '--json'],
    ...['--dest-tls-verify=false', `docker://${destination}/by-address`],
  ],
  environment,
);
const catalog = await fetch(`http://${destination}/v2/_catalog`);
const { repositories } = (await catalog.json()) as { repositories: string[] };
await stop(world.child);

process.stdout.write(
  JSON.stringify({
    practice,
    serve: { host: new URL(served.url).hostname, status: page.status },
    upstream: new URL(String(world.line.upstream)).hostname,
    mirror,
    mirrored: repositories.filter((name) => name.startsWith('by-address/')).length,
  }),
);

function run(args: string[], more: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { ...env, ...more },
    maxBuffer: 2 ** 28,
  });
  return { status, stderr: status === 0 ? '' : stderr };
}

/** Starts a server of the command line. @returns its line of type `listening` */
async function listening(args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as Record<string, unknown>;
    if (line.type === 'listening') return { child, line, url: String(line.url) };
  }
  throw new Error(`${args.join(' ')} ended before it listened`);
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}
