import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAirlockError } from '../../core/base/errors/airlock-error.ts';
import { airlockDirectory } from '../../core/base/files/airlock-directory.ts';
import { writeFileAtomic } from '../../core/base/files/atomic-file.ts';
import { newSigner } from '../../core/content/signature/signature.fixture.ts';
import { prepareExportRecord } from '../../core/media/export/export-record.ts';
import { exportToMedia } from '../../core/media/export/media.ts';
import { receive } from '../../core/media/import/import.fixture.ts';
import { verifyDrive } from '../../core/media/import/verify-drive.ts';
import { testImage, writeTestSet } from '../../core/store/archive/set.fixture.ts';
import { verifySource } from '../../core/store/archive/verify.ts';
import { rounds, SEED, seededRandom } from '../effort.ts';

const ROUNDS = rounds(48, 1000);
const TRANSFERS = ['lab-0001', 'lab-0002'] as const;
let root: string;
/** Two drives with a transfer each, and the two sets as written by a mirror to disk. */
let drives: string[];
let sets: string[];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-flips-'));
  const workspace = join(root, 'workspace');
  await mkdir(workspace);
  await writeFileAtomic(airlockDirectory(workspace, 'format.json'), '{"format":2}\n');
  const app = join(root, 'app');
  await mkdir(join(app, 'bin'), { recursive: true });
  await writeFile(join(app, 'bin', 'airlock'), '#!/bin/sh\n'.repeat(500));
  await writeFile(join(app, 'LICENSE'), 'as it is\n'.repeat(100));
  const key = join(root, 'key');
  await writeFile(key, (await newSigner()).privateKey.armor());
  drives = [];
  for (const [i, transfer] of TRANSFERS.entries()) {
    const images = Array.from({ length: 3 }, (_, n) => testImage(`apps/app-${i}-${n}`, 'v1'));
    const files = {
      [`working-dir/signatures/${transfer}`]: `{"of":"${transfer}"}`,
      isc_1: `# ${transfer}\n`,
    };
    await writeTestSet(workspace, i + 1, images, { archiveSizeBytes: 100_000, files });
    const drive = join(root, `drive-${i + 1}`);
    await mkdir(drive);
    const transferRecord = await prepareExportRecord({
      ...{ directory: workspace, transfer, tool: 'airlock test', env: {}, home: root },
      ...{ marking: 'RESTRICTED', sign: { key } },
    });
    await exportToMedia({
      ...{ directory: workspace, transfer, destinations: [{ path: drive }], tool: 'airlock test', app },
      ...{ volumeSize: 80_000, companions: transferRecord.companions },
    });
    drives.push(drive);
  }
  sets = TRANSFERS.map((_, i) => join(root, `set-${i + 1}`));
  for (const [i, transfer] of TRANSFERS.entries())
    await cp(join(workspace, 'transfers', transfer), sets[i]!, { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function filesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { withFileTypes: true, recursive: true });
  return all.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).toSorted();
}

/** The content of an imported set, except the unused name of the program that wrote it. */
async function contentOf(set: string): Promise<string> {
  const parts: string[] = [];
  for (const path of await filesIn(set)) {
    const bytes = await readFile(path);
    const shown = path.endsWith('index.json')
      ? JSON.stringify({ ...JSON.parse(bytes.toString('utf8')), tool: '' })
      : bytes.toString('latin1');
    parts.push(`${relative(set, path)} ${shown}`);
  }
  return parts.join('\n');
}

/** The output of verification and import in one text. */
async function wordsOf(work: () => Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await work());
  } catch (error) {
    const { message, at, problems } = asAirlockError(error);
    return JSON.stringify({ message, at, problems });
  }
}

const KINDS: [string, RegExp][] = [
  ['volume', /-v\d+\.tar$/],
  ['index of the set', /index\.json$/],
  ['export list', /export\.json$/],
  ['signature', /\.asc$/],
  ['checksum list', /\.sha256$/],
  ['record', /record\.json$/],
  ['record table', /\.csv$/],
  ['record page', /record\.html$/],
  ['drive page', /AIRLOCK\.html$/],
  ['app file', /airlock-app/],
  ['archive', /mirror_\d+\.tar$/],
];
const kindOf = (path: string): string => KINDS.find(([, name]) => name.test(path))?.[0] ?? 'other';

test('every damaged file of a drive and of a set is named, or the damage is harmless', async () => {
  const random = seededRandom(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const tally = new Map<string, { damaged: number; verify: number; import: number; harmless: number }>();
  const how = { flip: 0, truncate: 0, remove: 0, swap: 0 };
  const complete = await Promise.all(sets.map(contentOf));
  for (const drive of drives) expect(await verifyDrive(drive)).toMatchObject({ ok: true, problems: [] });
  for (let round = 0; round < ROUNDS; round++) {
    const place = pick([0, 1, 2]);
    const [mine, other] = place < 2 ? drives : sets;
    const files = await filesIn(mine!);
    // Each kind of file equally often, for any number of its files.
    const kind = pick([...new Set(files.map(kindOf))]);
    const path = pick(files.filter((file) => kindOf(file) === kind));
    const before = await readFile(path);
    const counterpart = join(other!, relative(mine!, path).replaceAll(TRANSFERS[0], TRANSFERS[1]));
    const swapped = await readFile(counterpart).catch(() => undefined);
    const roll = random();
    let did: keyof typeof how =
      roll < 0.85 ? 'flip' : roll < 0.9 ? 'truncate' : roll < 0.95 || !swapped ? 'remove' : 'swap';
    if (did === 'swap' && swapped!.equals(before)) did = 'remove';
    const bit = Math.floor(random() * before.length * 8);
    if (did === 'flip') {
      const after = Buffer.from(before);
      after[bit >> 3]! ^= 1 << (bit & 7);
      await writeFile(path, after);
    } else if (did === 'truncate') await writeFile(path, before.subarray(0, bit >> 3));
    else if (did === 'remove') await rm(path);
    else await writeFile(path, swapped!);
    how[did]++;
    const verified = await wordsOf(() => (place < 2 ? verifyDrive(mine!) : verifySource(mine!)));
    const here = join(root, 'here');
    const imported = await wordsOf(() => receive(here, mine!));
    const content = await contentOf(join(here, 'transfers', TRANSFERS[0])).catch(() => undefined);
    // The message about an index and an archive that disagree names the entry, because either may be damaged.
    const places = kind === 'index of the set' ? [path, join(path, '..', 'mirror_')] : [path];
    const named = places.some((name) => verified.includes(name)) && !/"ok":true/.test(verified);
    // Without its index a set is read by the headers of its archives, as those of oc-mirror are.
    const bare = place === 2 && did === 'remove' && kind === 'index of the set';
    const harmless =
      content === complete[0] || (bare && /"foreign":true/.test(imported) && /^{"ok":true/.test(verified));
    const line = tally.get(kind) ?? { damaged: 0, verify: 0, import: 0, harmless: 0 };
    line.damaged++;
    if (named) line.verify++;
    if (places.some((name) => imported.includes(name)) || !harmless) line.import++;
    if (!named && harmless) line.harmless++;
    tally.set(kind, line);
    const about = `STRESS_SEED=${SEED} round ${round}: ${did} of ${path} at bit ${bit}`;
    expect(named || harmless, `${about}: ${verified.slice(0, 600)}`).toBe(true);
    // Files of a drive are all listed, so damage must be reported even if it's harmless.
    if (place < 2) expect(named, `${about}: ${verified.slice(0, 600)}`).toBe(true);
    // An import that doesn't report the damage must have created exactly the original set.
    const reported = places.some((name) => imported.includes(name)) || content === undefined;
    expect(harmless || reported, `${about}: ${imported}`).toBe(true);
    await rm(here, { recursive: true, force: true });
    await writeFile(path, before);
  }
  const figures = [...tally].map(
    ([kind, { damaged, verify, import: seen, harmless }]) =>
      `${kind} ${damaged} (verify ${verify}, import ${seen}, harmless ${harmless})`,
  );
  console.log(`drive flips: seed ${SEED}, ${ROUNDS} rounds, ${JSON.stringify(how)}; ${figures.join(', ')}`);
});
