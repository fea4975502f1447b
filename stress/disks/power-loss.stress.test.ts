import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProcess } from '../../cli/in-process.fixture.ts';
import { airlock } from '../../core/mirror/airlock-process.fixture.ts';
import { newRig, type Rig } from '../../core/mirror/mirror.fixture.ts';
import { FULL, rounds, SEED, seededRandom, share } from '../effort.ts';
import { DiskHistory, type Fate, type Recorded, writeState } from './disk-history.ts';
import { type InterruptedCommand, InterruptedCommands } from './interrupted-commands.ts';
import { parseStraceLog, straceCommand } from './strace-log.ts';

/** States of the disk to resume from, for each workflow. */
const STATES = rounds(2, 200);

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Rules for the outcome of changes without a sync after a power failure. */
const OUTCOMES: Record<string, (random: () => number, unsynced: Recorded[]) => (change: Recorded) => Fate> = {
  'keeps everything': () => () => 'kept',
  'loses everything': () => () => 'lost',
  'keeps names, loses content': () => (change) => (change.type === 'names' ? 'kept' : 'lost'),
  'keeps names and sizes, zeroes content': () => (change) => (change.type === 'write' ? 'zeroed' : 'kept'),
  'keeps content, loses names': () => (change) => (change.type === 'names' ? 'lost' : 'kept'),
  'keeps a prefix, tears the last write': (random, unsynced) => {
    const last = unsynced[Math.floor(random() * unsynced.length)];
    return (change) => (!last || change.at < last.at ? 'kept' : change === last ? 'torn' : 'lost');
  },
  'keeps late changes, loses early ones': (random, unsynced) => {
    const first = unsynced[Math.floor(random() * unsynced.length)]?.at ?? 0;
    return (change) => (change.at < first ? 'lost' : 'kept');
  },
  'keeps or loses each by chance': (random) => () =>
    (['kept', 'lost', 'torn', 'zeroed'] as const)[Math.floor(random() * 4)]!,
};

/** Runs a command after a power failure. In the brief run, this process runs it, because only the state of the disk matters. */
const resume = (args: string[]) => (FULL ? airlock(rig, args).ended : inProcess(rig, args));

/** Returns true if the program had printed a result that reports completion. */
function reportedComplete(history: DiskHistory, position: number): boolean {
  const printed = Buffer.concat(history.printed.filter(({ at }) => at <= position).map(({ bytes }) => bytes));
  return /"type":"result".*"(status":"(complete|whole)"|ok":true)/.test(printed.toString());
}

/** Picks a position: half of the time any, otherwise shortly after a name changed, where most guarantees are given. */
function pick(history: DiskHistory, random: () => number): number {
  const names = history.changes.filter(({ type }) => type === 'names');
  if (names.length === 0 || random() < 0.5) {
    const all = history.positions();
    return all[Math.floor(random() * all.length)]!;
  }
  return names[Math.floor(random() * names.length)]!.at + Math.floor(random() * 3);
}

/** @param drive the only directory below the base that loses power */
async function cutPower(name: string, command: InterruptedCommand, drive?: string): Promise<void> {
  const { base, args, registry } = command;
  const log = rig.place('strace');
  registry?.settle();
  const history = DiskHistory.before(base);
  const first = await airlock(rig, args, straceCommand(log)).ended;
  expect(first.code, first.stderr).toBe(0);
  expect(await command.missing(), `${name}, not interrupted`).toEqual([]);
  history.record(parseStraceLog(await readFile(log, 'latin1')));
  await rm(log);
  const end = Date.now() / 1000;
  const figures: Record<string, number> = { states: 0, 'complete before': 0 };
  for (let round = 0; round < STATES; round++) {
    const random = seededRandom(SEED + 7919 * round);
    // The last states are from the time after the end: nothing that was reported may be lost.
    const position =
      round % 8 === 7 || round === STATES - 1 ? Number.MAX_SAFE_INTEGER : pick(history, random);
    const outcomes = Object.keys(OUTCOMES);
    const outcome =
      round === STATES - 1 ? 'loses everything' : outcomes[Math.floor(random() * outcomes.length)]!;
    const unsynced = [...history.unsynced(position)];
    const rule = OUTCOMES[outcome]!(random, unsynced);
    const state = history.stateAt(position, (change) =>
      drive === undefined || change.path.startsWith(`${drive}/`) ? rule(change) : 'kept',
    );
    await writeState(state, base);
    const last = history.changes.findLast(({ at }) => at <= position);
    registry?.forgetAfter(end);
    await registry?.startAt(position === Number.MAX_SAFE_INTEGER ? end : (last?.time ?? 0));
    const about = `${name}, seed ${SEED}, round ${round}: power fails after line ${position} (${last?.type} ${last?.path}) and ${outcome}`;
    if (reportedComplete(history, position)) {
      figures['complete before']!++;
      expect(await command.missing(), `${about}; the command had reported that it was complete`).toEqual([]);
    }
    const { code, result, stderr } = await resume(args);
    expect(code, `${about}\n${stderr}\n${JSON.stringify(result)}`).toBe(0);
    expect(await command.missing(), `${about}; after resuming`).toEqual([]);
    figures.states!++;
    figures[outcome] = (figures[outcome] ?? 0) + 1;
  }
  process.stdout.write(
    `power loss, ${name}: ${history.changes.length} changes, ${JSON.stringify(figures)}\n`,
  );
}

describe('after a power failure', { timeout: 4 * 3_600_000 }, () => {
  const workflows = [
    ['mirror to disk', 'mirrorToDisk'],
    ['increment', 'increment'],
    ['push', 'push'],
    ['registry to registry', 'registryToRegistry'],
    ['export', 'export'],
    ['import', 'import'],
    ['delete', 'delete'],
    ['acknowledge', 'acknowledge'],
    ['prune', 'prune'],
  ] as const;
  test.each(share(workflows))('%s resumes and loses nothing that was reported', async (name, workflow) => {
    const command = await new InterruptedCommands(rig)[workflow]();
    await cutPower(name, command).finally(() => command.registry?.stop());
  });

  test('an export continues with a drive that was pulled out', async () => {
    await cutPower('drive pulled out', await new InterruptedCommands(rig).export(), 'drive');
  });
});
