/**
 * `node --expose-gc stress/soak/soak-child.ts ROUNDS MIRRORS RESULTS`: in each round one complete practice run and this many small
 * mirrors, all in this process and with faults. It prints a line of JSON for each. RESULTS is a folder for mirrored content.
 */
import { newRig } from '../../core/mirror/mirror.fixture.ts';
import type { SoakSample } from './growth.ts';
import { processState } from './process-state.ts';
import { MIRROR_SCALE, practiceRun, SmallMirrors, type WorkDone } from './soak-work.ts';

const [rounds, mirrors, results] = process.argv.slice(2);
// Opened before the first measurement, because it is a handle.
const { stdout } = process;
process.on('warning', (warning) => {
  throw warning;
});

async function sampled(
  round: number,
  after: SoakSample['after'],
  work: () => Promise<WorkDone>,
): Promise<void> {
  const done = await work();
  const line = { round, after, ...done, ...(await processState()) };
  await new Promise((written) => stdout.write(`${JSON.stringify(line)}\n`, written));
}

await using rig = await newRig({ size: MIRROR_SCALE });
await using small = new SmallMirrors(rig, results!);
for (let round = 1; round <= Number(rounds); round++) {
  await sampled(round, 'practice', practiceRun);
  for (let each = 0; each < Number(mirrors); each++) await sampled(round, 'mirror', () => small.next());
}
