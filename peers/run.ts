// npm run test:peers: compares Airlock with the peers that are present. `-- --record` also writes docs/proof.md.
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDebianTools } from '../scripts/debian-tools.ts';
import { ROOT, run } from '../scripts/run.ts';
import { findPeer, PEERS, type Program } from './peers.ts';
import { proofOf, type Report } from './proof.ts';

const chosen = process.argv.slice(2).filter((argument) => argument !== '--record');
const present = new Map<string, Program | undefined>();
for (const peer of PEERS)
  try {
    present.set(peer.name, await findPeer(peer));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
for (const { name } of PEERS) if (!present.get(name)) process.stdout.write(`NOT RUN: ${name}\n`);
if ([...present.values()].some((program) => program)) {
  await ensureDebianTools();
  const report = join(ROOT, 'dist/peers.json');
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await run('suite of peers', 'vitest', ['run', '--config', 'vitest.peers.config.ts', ...output, ...chosen]);
  if (process.argv.includes('--record')) {
    const page = proofOf(PEERS, present, JSON.parse(readFileSync(report, 'utf8')) as Report);
    await writeFile(join(ROOT, 'docs/proof.md'), page);
  }
}
