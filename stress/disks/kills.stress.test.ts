import { readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProcess } from '../../cli/in-process.fixture.ts';
import { airlock, type Ended } from '../../core/mirror/airlock-process.fixture.ts';
import { newRig, type Rig } from '../../core/mirror/mirror.fixture.ts';
import { FULL, rounds, share } from '../effort.ts';
import { type InterruptedCommand, InterruptedCommands } from './interrupted-commands.ts';

const KILLS = rounds(2, 100);
/** Concurrent blobs, as set by `interrupted-commands.ts`. */
const AT_ONCE = 2;
const POLL_MS = 1;

let rig: Rig;
/** Bytes that a process moves while it loads the program. */
let loaded: number;
beforeAll(async () => {
  rig = await newRig();
  loaded = (await killedAt(['--version'], Number.POSITIVE_INFINITY)).moved;
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Bytes that a process has read and written so far, on files and sockets. Undefined when it has ended. */
function bytesMoved(pid: number): number | undefined {
  try {
    const io = readFileSync(`/proc/${pid}/io`, 'utf8');
    return Number(/rchar: (\d+)/.exec(io)![1]) + Number(/wchar: (\d+)/.exec(io)![1]);
  } catch {
    return undefined;
  }
}

/** Runs a command, and kills it as soon as it has moved this number of bytes. Returns how it ended and its progress. */
async function killedAt(args: string[], limit: number): Promise<Ended & { moved: number }> {
  const { child, ended } = airlock(rig, args);
  let moved = 0;
  let over = false;
  void ended.finally(() => {
    over = true;
  });
  while (!over && moved < limit) {
    moved = bytesMoved(child.pid!) ?? moved;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  child.kill('SIGKILL');
  return { ...(await ended), moved };
}

/** Runs a command after a kill. In the brief run, this process runs it, because only the state after the kill matters. */
const resume = (args: string[]) => (FULL ? airlock(rig, args).ended : inProcess(rig, args));

/** Counts of blobs that moved, by digest or by `repository@digest`. */
type Counts = ReadonlyMap<string, number>;

/** Returns the number of blobs that moved again in a run although an earlier run had started them. */
function again(before: Counts, after: Counts): number {
  let count = 0;
  for (const [blob, n] of after) if ((before.get(blob) ?? 0) > 0 && n > before.get(blob)!) count++;
  return count;
}

async function survivesKills(name: string, command: InterruptedCommand): Promise<void> {
  const { base, args, registry } = command;
  const before = `${base}.before`;
  await cp(base, before, { recursive: true });
  registry?.settle();
  const restore = async () => {
    await rm(base, { recursive: true, force: true });
    await cp(before, base, { recursive: true });
    registry?.forgetAfter(0);
    await registry?.startAt(0);
    rig.world.upstream.resetStats();
  };

  // The first run may fill Node's compile cache, so only the second one moves as many bytes as the killed ones.
  expect((await killedAt(args, Number.POSITIVE_INFINITY)).code).toBe(0);
  await restore();
  const complete = await killedAt(args, Number.POSITIVE_INFINITY);
  expect(complete.code, complete.stderr).toBe(0);
  expect(await command.missing(), `${name}, not interrupted`).toEqual([]);
  const figures = { kills: 0, early: 0, 'blobs fetched again': 0, 'blobs sent again': 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    await restore();
    // Kills are distributed over the time after the program is loaded.
    const limit = loaded + ((complete.moved - loaded) * (kill + 0.5)) / KILLS;
    const killed = await killedAt(args, limit);
    const about = `${name}, killed after ${killed.moved} of ${complete.moved} bytes`;
    if (killed.code !== null) {
      expect(killed.code, about).toBe(0);
      figures.early++;
      continue;
    }
    expect(killed.result, `${about}: it had ended`).toBeUndefined();
    figures.kills++;
    const fetched: Counts = new Map(rig.world.upstream.stats.blobGets);
    const sent: Counts = new Map(registry?.uploads);
    const resumed = await resume(args);
    expect(resumed.code, `${about}\n${resumed.stderr}\n${JSON.stringify(resumed.result)}`).toBe(0);
    expect(await command.missing(), about).toEqual([]);
    const fetchedAgain = again(fetched, rig.world.upstream.stats.blobGets);
    const sentAgain = registry ? again(sent, registry.uploads) : 0;
    // Only what was in flight at the kill may move again. A completed upload is never repeated.
    expect(fetchedAgain, `${about}: blobs fetched again`).toBeLessThanOrEqual(AT_ONCE);
    expect(sentAgain, `${about}: blobs sent again`).toBe(0);
    figures['blobs fetched again'] += fetchedAgain;
    figures['blobs sent again'] += sentAgain;
  }
  process.stdout.write(`kills, ${name}: ${JSON.stringify(figures)}\n`);
  expect(figures.kills, `${name}: kills that interrupted work`).toBeGreaterThan(KILLS * 0.8 - 1);
}

describe('kill -9 anywhere', { timeout: 4 * 3_600_000 }, () => {
  const workflows = [
    ['mirror to disk', 'mirrorToDisk'],
    ['push', 'push'],
    ['registry to registry', 'registryToRegistry'],
    ['export', 'export'],
    ['import', 'import'],
    ['delete', 'delete'],
    ['prune', 'prune'],
  ] as const;
  test.each(share(workflows))('%s', async (name, workflow) => {
    const command = await new InterruptedCommands(rig)[workflow]();
    await survivesKills(name, command).finally(() => command.registry?.stop());
  });
});
