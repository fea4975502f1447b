// npm run test:peers: compares Airlock with the peers that are present. `-- --record` also writes docs/proof.md.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDebianTools } from '../scripts/debian-tools.ts';
import { ROOT, run } from '../scripts/run.ts';
import { findPeer, PEERS, type Program, UNAVAILABLE } from './peers.ts';
import { notRunIn, proofOf, type Report, whyMissing } from './proof.ts';

const chosen = process.argv.slice(2).filter((argument) => argument !== '--record');
const record = process.argv.includes('--record');
if (record && chosen.length > 0) {
  process.stderr.write(`--record needs the results of all suites. Remove ${chosen.join(' ')}.\n`);
  process.exit(1);
}
const present = new Map<string, Program | undefined>();
for (const peer of PEERS)
  try {
    present.set(peer.name, await findPeer(peer));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
for (const peer of PEERS)
  if (!present.get(peer.name)) process.stdout.write(`NOT RUN: ${peer.name} (${whyMissing(peer)})\n`);
if ([...present.values()].some((program) => program)) {
  await ensureDebianTools();
  const report = join(ROOT, 'dist/peers.json');
  const results = () => JSON.parse(readFileSync(report, 'utf8')) as Report;
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  await rm(report, { force: true });
  // At the end, also of a run that fails: among the results of all suites, nobody would see them.
  process.once('exit', () => {
    for (const { peer, test, reason } of existsSync(report) ? notRunIn(results()) : [])
      process.stdout.write(`NOT RUN: ${peer} (${test}): ${reason}\n`);
  });
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await run('suite of peers', 'vitest', ['run', '--config', 'vitest.peers.config.ts', ...output, ...chosen]);
  if (record) {
    const page = join(ROOT, 'docs/proof.md');
    const recorded = existsSync(page) ? readFileSync(page, 'utf8') : '';
    await writeFile(page, proofOf(PEERS, UNAVAILABLE, present, results(), recorded));
  }
}
