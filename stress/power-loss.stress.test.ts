import { access, cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifySource } from '../core/archive/verify.ts';
import { deletionOfFile, tagsAt } from '../core/delete/delete.fixture.ts';
import { airlock } from '../core/mirror/airlock-process.fixture.ts';
import {
  imagesOf,
  lackingAt,
  lackingOnDisk,
  newRig,
  type Rig,
  type Wanted,
} from '../core/mirror/mirror.fixture.ts';
import { DiskHistory, type Fate, type Recorded, writeState } from './disk-history.ts';
import { rounds, SEED, seededRandom } from './effort.ts';
import { RecordedRegistry } from './recorded-registry.ts';
import { parseStraceLog, straceCommand } from './strace-log.ts';

/** States of the disk to resume from, for each workflow. */
const STATES = rounds(2, 200);

let rig: Rig;
let core: Wanted[];
beforeAll(async () => {
  rig = await newRig();
  core = imagesOf(rig, 'core');
});
afterAll(() => rig[Symbol.asyncDispose]());

/** One command whose power fails, and what must hold afterwards. */
interface Scenario {
  /** The folder whose disk loses power. */
  base: string;
  /** Below `base`: the only folder that loses power, such as a drive that is pulled out. */
  drive?: string;
  args: string[];
  registry?: RecordedRegistry;
  /** What is missing or damaged, checked as soon as the command has reported that it is complete, and after resuming. */
  missing(): Promise<string[]>;
}

/** Rules for what a power failure leaves of the changes that no sync covers. */
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

const run = async (args: string[], wrapper: string[] = []) => airlock(rig, args, wrapper).ended;

async function succeed(args: string[]): Promise<Record<string, unknown>> {
  const { code, result, stderr } = await run(args);
  expect(code, `${args.join(' ')}\n${stderr}\n${JSON.stringify(result)}`).toBe(0);
  return result!;
}

/** Returns true when the program had printed a result that says that all was done. */
function reportedComplete(history: DiskHistory, position: number): boolean {
  const printed = Buffer.concat(history.printed.filter(({ at }) => at <= position).map(({ bytes }) => bytes));
  return /"type":"result".*"(status":"(complete|whole)"|ok":true)/.test(printed.toString());
}

/** Picks a position: half of the time any, otherwise shortly after a name changed, where most promises are made. */
function pick(history: DiskHistory, random: () => number): number {
  const names = history.changes.filter(({ type }) => type === 'names');
  if (names.length === 0 || random() < 0.5) {
    const all = history.positions();
    return all[Math.floor(random() * all.length)]!;
  }
  return names[Math.floor(random() * names.length)]!.at + Math.floor(random() * 3);
}

async function cutPower(name: string, scenario: Scenario): Promise<void> {
  const { base, args, registry, drive } = scenario;
  const log = rig.place('strace');
  const before = `${base}.before`;
  await cp(base, before, { recursive: true });
  registry?.settle();
  const history = DiskHistory.before(base);
  const first = await run(args, straceCommand(log));
  expect(first.code, first.stderr).toBe(0);
  expect(await scenario.missing(), `${name}, not interrupted`).toEqual([]);
  history.record(parseStraceLog(await readFile(log, 'latin1')));
  await rm(log);
  const end = Date.now() / 1000;
  const figures: Record<string, number> = { states: 0, 'complete before': 0 };
  for (let round = 0; round < STATES; round++) {
    const random = seededRandom(SEED + 7919 * round);
    // The last states are taken after the end: nothing that was reported may be lost.
    const position =
      round % 8 === 7 || round === STATES - 1 ? Number.MAX_SAFE_INTEGER : pick(history, random);
    const outcomes = Object.keys(OUTCOMES);
    const outcome = outcomes[Math.floor(random() * outcomes.length)]!;
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
      expect(await scenario.missing(), `${about}; the command had reported that it was complete`).toEqual([]);
    }
    const { code, result, stderr } = await run(args);
    expect(code, `${about}\n${stderr}\n${JSON.stringify(result)}`).toBe(0);
    expect(await scenario.missing(), `${about}; after resuming`).toEqual([]);
    figures.states!++;
    figures[outcome] = (figures[outcome] ?? 0) + 1;
  }
  process.stdout.write(
    `power loss, ${name}: ${history.changes.length} changes, ${JSON.stringify(figures)}\n`,
  );
}

async function place(name: string): Promise<string> {
  const base = rig.place(name);
  await mkdir(base, { recursive: true });
  return base;
}

const mirrorTo = (workspace: string, set: 'core' | 'release-one' = 'core') => [
  ...['mirror', '-c', rig.world.sets[set].file, `file://${workspace}`],
];

describe('after a power failure', { timeout: 4 * 3_600_000 }, () => {
  test('a mirror to disk', async () => {
    const base = await place('to-disk');
    const workspace = join(base, 'workspace');
    await cutPower('mirror to disk', {
      base,
      args: mirrorTo(workspace),
      missing: () => lackingOnDisk(workspace, core),
    });
  });

  test('an increment, whose earlier transfer stays whole', async () => {
    const base = await place('increment');
    const workspace = join(base, 'workspace');
    await succeed(mirrorTo(workspace, 'release-one'));
    await cutPower('increment', {
      base,
      args: mirrorTo(workspace),
      missing: async () => [
        ...(await lackingOnDisk(join(workspace, 'transfers', 'default-0001'), imagesOf(rig, 'release-one'))),
        ...(await lackingOnDisk(workspace, core)),
      ],
    });
  });

  test('a push', async () => {
    const source = rig.place('pushed');
    await succeed(mirrorTo(source));
    const base = await place('push');
    const registry = new RecordedRegistry();
    await registry.startAt();
    try {
      await cutPower('push', {
        base,
        registry,
        args: [
          ...['mirror', '--from', `file://${source}`, '--state', join(base, 'state')],
          ...['--dest-tls-verify=false', `docker://${registry.host}/ocp`],
        ],
        missing: () => lackingAt(registry.host, core, 'ocp/'),
      });
    } finally {
      await registry.stop();
    }
  });

  test('registry to registry', async () => {
    const base = await place('across');
    const registry = new RecordedRegistry();
    await registry.startAt();
    try {
      await cutPower('registry to registry', {
        base,
        registry,
        args: [
          ...['mirror', '-c', rig.world.sets.core.file, '--workspace', `file://${join(base, 'workspace')}`],
          ...['--dest-tls-verify=false', `docker://${registry.host}/ocp`],
        ],
        missing: () => lackingAt(registry.host, core, 'ocp/'),
      });
    } finally {
      await registry.stop();
    }
  });

  const exportArgs = (base: string) => [
    ...[
      'media',
      'export',
      '--transfer',
      'default-0001',
      '--to',
      join(base, 'drive'),
      '--piece-size',
      '300kB',
    ],
    `file://${join(base, 'workspace')}`,
  ];
  /** Imports the drive into a new folder, and looks for every image there. */
  const missingOnDrive = async (base: string) => {
    const received = rig.place('received');
    try {
      const { code, result, stderr } = await run(importArgs(join(base, 'drive'), received));
      return code === 0
        ? await lackingOnDisk(received, core)
        : [`import: ${stderr} ${JSON.stringify(result)}`];
    } finally {
      await rm(received, { recursive: true, force: true });
    }
  };
  const importArgs = (drive: string, into: string) => ['media', 'import', '--from', drive, `file://${into}`];

  test.each([
    ['an export', undefined],
    ['a drive that is pulled out', 'drive'],
  ])('%s', async (name, drive) => {
    const base = await place('export');
    await mkdir(join(base, 'drive'));
    await succeed(mirrorTo(join(base, 'workspace')));
    await cutPower(name, {
      base,
      ...(drive && { drive }),
      args: exportArgs(base),
      missing: () => missingOnDrive(base),
    });
  });

  test('an import', async () => {
    const sender = await place('sender');
    await mkdir(join(sender, 'drive'));
    await succeed(mirrorTo(join(sender, 'workspace')));
    await succeed(exportArgs(sender));
    const base = await place('import');
    const received = join(base, 'received');
    await cutPower('import', {
      base,
      args: importArgs(join(sender, 'drive'), received),
      missing: () => lackingOnDisk(received, core),
    });
  });

  test('a deletion', async () => {
    const base = await place('delete');
    const [workspace, state] = [join(base, 'workspace'), join(base, 'state')];
    const registry = new RecordedRegistry();
    await registry.startAt();
    try {
      const target = ['--state', state, '--dest-tls-verify=false', `docker://${registry.host}`];
      await succeed(mirrorTo(workspace));
      await succeed(['mirror', '--from', `file://${workspace}`, ...target]);
      const release = imagesOf(rig, 'release-one');
      const disc = await deletionOfFile(rig, rig.world.sets['release-one'].file);
      const generate = ['delete', '--generate', '-c', disc, '--workspace', `file://${workspace}`, ...target];
      const { files } = (await succeed(generate)) as { files: string[] };
      const payload = release.find(({ destination }) => destination.startsWith('openshift/release-images:'))!;
      const others = core.filter(({ digest }) => !release.some((image) => image.digest === digest));
      await cutPower('delete', {
        base,
        registry,
        args: ['delete', '--delete-yaml-file', files[0]!, ...target],
        missing: async () => {
          const tags = [...(await tagsAt(registry.host))].map(String);
          const remains = tags.some((tag) => tag.includes(payload.destination));
          return [
            ...(remains ? [`not deleted: ${payload.destination}`] : []),
            ...(await lackingAt(registry.host, others)),
            ...(await lackingOnDisk(workspace, core)),
          ];
        },
      });
    } finally {
      await registry.stop();
    }
  });

  test('an acknowledgement, and what prune removes after it', async () => {
    const base = await place('prune');
    const workspace = join(base, 'workspace');
    await succeed(mirrorTo(workspace, 'release-one'));
    await succeed(mirrorTo(workspace));
    const first = join(workspace, 'transfers', 'default-0001');
    const { sets } = (await succeed(['transfers', 'code', `file://${first}`])) as {
      sets: { code: string }[];
    };
    const whole = async (name: string) =>
      (await verifySource(join(workspace, 'transfers', name))).problems.map(
        ({ kind, file }) => `${name}: ${kind} ${file}`,
      );
    await cutPower('acknowledge', {
      base,
      args: ['transfers', 'ack', sets[0]!.code, `file://${workspace}`],
      missing: async () => {
        const { transfers } = (await succeed(['transfers', 'list', `file://${workspace}`])) as {
          transfers: { name: string; life: { arrived: string } }[];
        };
        const arrived = transfers.find(({ name }) => name === 'default-0001')?.life.arrived;
        return [
          ...(arrived === 'complete' ? [] : [`default-0001 arrived: ${arrived}`]),
          ...(await whole('default-0001')),
          ...(await whole('default-0002')),
        ];
      },
    });
    await succeed(['transfers', 'ack', sets[0]!.code, `file://${workspace}`]);
    await cutPower('prune', {
      base,
      args: ['workspace', 'prune', '--yes', `file://${workspace}`],
      missing: async () => [
        ...(await whole('default-0002')),
        ...((await exists(first)) ? ['default-0001 still there'] : []),
      ],
    });
  });
});

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
