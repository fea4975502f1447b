import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { mkdir, open } from '../../base/files/created-files.ts';
import { makeTemporaryDirectory } from '../../base/files/temporary-directory.ts';
import type { ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { parseManifest } from '../../base/image/manifest.ts';
import { scanTar } from '../../store/archive/scan.ts';
import { classify } from '../../store/set-format/entry-names.ts';
import { imagesByDigest } from '../../store/set-format/named-images.ts';
import { type CheckCommand, runCheckCommand } from './check-command.ts';
import { keepReport, reportPath, savedReport } from './check-reports.ts';
import { unpackImage } from './unpack-image.ts';
import { writeContent } from './write-content.ts';

/** What became of one image, or of one file of a set. */
export interface Checked {
  digest: Digest;
  /** `repository:tag` of all images that it concerns. */
  images: string[];
  /** Lists of images that it is part of, of an image. */
  lists: Digest[];
  /** Of the set; absent for an image. */
  file?: string;
  result: 'passed' | 'rejected' | 'not-checked';
  /** What the command ended with. */
  exitCode?: number;
  /** Why it was refused without the command, or not checked. */
  why?: string;
  /** Path of the report, where there is one. */
  report?: string;
  /** The answer was there already. */
  kept: boolean;
}

/** What a check command said of a set. */
export interface CheckOutcome {
  command: Pick<CheckCommand, 'of' | 'program' | 'version' | 'key'>;
  checked: Checked[];
}

/** A set that is to be checked. */
export interface SetToCheck {
  /** Everything that is held here, earlier transfers too: images share layers with them. */
  source: ImageSource;
  /** Tags and digests of the set's own images. */
  images: readonly { repository: string; tag?: string; digest: Digest }[];
  /** The set's files, whole. */
  files: readonly { path: string; name: string; sha256: string }[];
}

export interface CheckOptions {
  /** Of {@link reportsFolder}. */
  reports: string;
  /** For unpacked files; made when missing, left empty. */
  scratch: string;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal;
  /** After each. */
  onProgress?: (progress: { done: number; total: number; name: string }) => void;
}

/**
 * Runs a check command on every image, or on every file, of a set. Answers that this version of the command has given
 * before are not asked for again. What cannot be unpacked is told as not checked; what tries to lead out of its folder as
 * refused.
 * @throws AirlockError `usage`, `digest-mismatch` for damaged content, `disk`, `disk-full`, `interrupted`
 */
export async function checkSet(
  set: SetToCheck,
  command: CheckCommand,
  options: CheckOptions,
): Promise<CheckOutcome> {
  const things = command.of === 'image' ? await imagesOf(set) : await filesOf(set);
  const checked: Checked[] = [];
  try {
    await mkdir(options.scratch, { recursive: true });
    for (const thing of things) {
      options.signal?.throwIfAborted();
      checked.push(await checkOne(set, thing, command, options));
      const name = thing.file ?? thing.images[0] ?? thing.digest;
      options.onProgress?.({ done: checked.length, total: things.length, name });
    }
  } catch (error) {
    throw asAirlockError(error);
  }
  const { of, program, version, key } = command;
  return { command: { of, program, version, key }, checked };
}

type Thing = Pick<Checked, 'digest' | 'images' | 'lists' | 'file'> & { path?: string };

/** Each image by itself, however many lists and tags name it. */
async function imagesOf({ source, images }: SetToCheck): Promise<Thing[]> {
  const found = new Map<Digest, { names: Set<string>; lists: Set<Digest> }>();
  for (const { repository, tag, digest } of images) {
    const name = tag === undefined ? `${repository}@${digest}` : `${repository}:${tag}`;
    for (const image of await instancesOf(source, digest)) {
      const known = found.get(image) ?? { names: new Set(), lists: new Set() };
      known.names.add(name);
      if (image !== digest) known.lists.add(digest);
      found.set(image, known);
    }
  }
  return [...found].map(([digest, { names, lists }]) => ({
    digest,
    images: [...names].toSorted(),
    lists: [...lists],
  }));
}

/** The images of a list that are here; an image is its own. Of lists of earlier transfers nothing may be here. */
async function instancesOf(source: ImageSource, digest: Digest): Promise<Digest[]> {
  if (source.size(digest) === undefined) return [digest];
  try {
    const parsed = parseManifest(await source.bytes(digest));
    if (parsed.kind === 'image') return [digest];
    const here = parsed.manifests
      .map((each) => each.digest)
      .filter((each) => source.size(each) !== undefined);
    return here.length > 0 ? here : [digest];
  } catch (error) {
    if (asAirlockError(error).code === 'manifest-invalid') return [digest];
    throw error;
  }
}

/** Files with the images that have something in them. */
async function filesOf({ source, files }: SetToCheck): Promise<Thing[]> {
  const byDigest = await imagesByDigest(source);
  const things: Thing[] = [];
  for (const { path, name, sha256 } of files) {
    const images = new Set<string>();
    await eachEntry(path, async ({ name: entry }) => {
      const kind = classify(entry);
      if (kind.kind === 'blob') for (const image of byDigest.get(kind.digest) ?? []) images.add(image);
    });
    things.push({ digest: `sha256:${sha256}`, images: [...images].toSorted(), lists: [], file: name, path });
  }
  return things;
}

async function checkOne(
  set: SetToCheck,
  { path, ...thing }: Thing,
  command: CheckCommand,
  options: CheckOptions,
): Promise<Checked> {
  const { reports, scratch, env, signal } = options;
  const report = reportPath(reports, command, thing.digest);
  const known = await savedReport(reports, command, thing.digest);
  if (known) return { ...thing, ...resultOf(known.exitCode), report, kept: true };
  const folder = await makeTemporaryDirectory('check', scratch);
  try {
    if (path === undefined) await unpackImage(set.source, thing.digest, folder, signal ? { signal } : {});
    else if (command.unpacked) await unpackFile(path, folder, signal);
    const image = thing.images[0] ?? '';
    const values = { files: folder, image, digest: thing.digest, volume: path ?? '' };
    const answer = await runCheckCommand(command, values, { env, signal });
    if (answer.exitCode === undefined)
      return { ...thing, result: 'not-checked', why: answer.why ?? 'no answer', kept: false };
    const reported = answer.report.replaceAll(folder, '');
    await keepReport(reports, command, thing.digest, { exitCode: answer.exitCode, report: reported });
    return { ...thing, ...resultOf(answer.exitCode), report, kept: false };
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code === 'archive-hostile')
      return { ...thing, result: 'rejected', why: error.message, kept: false };
    if (error.code === 'content-missing' || error.code === 'manifest-invalid')
      return { ...thing, result: 'not-checked', why: error.message, kept: false };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function resultOf(exitCode: number): Pick<Checked, 'result' | 'exitCode'> {
  return { result: exitCode === 0 ? 'passed' : 'rejected', exitCode };
}

async function eachEntry(
  path: string,
  visit: (entry: { name: string; content(): AsyncGenerator<Buffer> }) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const file = { handle, name: path, size: (await stat(path)).size };
    for await (const { name, data, size } of scanTar(file, signal ? { signal } : {}))
      await visit({ name, content: () => rangeOf(handle, data, size) });
  } finally {
    await handle.close();
  }
}

async function* rangeOf(
  handle: Awaited<ReturnType<typeof open>>,
  from: number,
  size: number,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(1024 * 1024, size - at)), {
      position: from + at,
    });
    if (bytesRead === 0) throw new AirlockError('archive-malformed', 'a file of the set ends too early');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** The entries of a file of a set, by their names: content as registries keep it, links, files. */
async function unpackFile(path: string, folder: string, signal: AbortSignal | undefined): Promise<void> {
  await eachEntry(
    path,
    async ({ name, content }) => {
      // Names were checked by the scan: they are relative and do not lead upwards.
      const target = join(folder, ...name.split('/').map(nameOnDisk));
      await mkdir(dirname(target), { recursive: true });
      await writeContent(target, content());
    },
    signal,
  );
}

/** oc-mirror's names have colons, which Windows does not take. */
function nameOnDisk(name: string): string {
  return process.platform === 'win32' ? name.replaceAll(/[<>:"|?*]/g, '-') : name;
}

/**
 * Ends an export or import that a check command does not want: what it refused always, what was not checked where that is
 * required.
 * @returns warnings about what was not checked and need not be
 * @throws AirlockError `check-rejected` (exit code 2) with a problem for each, naming the images
 */
export function heedChecks({ command, checked }: CheckOutcome, required: boolean): Problem[] {
  const problems = checked
    .filter(({ result }) => result !== 'passed')
    .map((each) => problemOf(command.program, each, required));
  const stopping = problems.filter(({ level }) => level === 'error');
  if (stopping.length === 0) return problems;
  const named = stopping.slice(0, 3).map(({ message }) => message);
  const more = stopping.length > 3 ? `; and ${stopping.length - 3} more` : '';
  throw new AirlockError('check-rejected', `${named.join('; ')}${more}`, {
    side: 'local',
    exitCode: 2,
    problems,
  });
}

function problemOf(program: string, checked: Checked, required: boolean): Problem {
  const { result, exitCode, why, images, file, digest, report } = checked;
  const names = images.length > 4 ? [...images.slice(0, 4), `and ${images.length - 4} more`] : images;
  const what =
    file === undefined
      ? `${names.join(', ')} (${digest})`
      : `${file}, which has content of ${names.join(', ')}`;
  const rejected = result === 'rejected';
  return {
    code: 'check-rejected',
    level: rejected || required ? 'error' : 'warning',
    message: rejected
      ? `${program} refuses ${what}: ${why ?? `exit code ${exitCode}`}`
      : `${what} was not checked: ${why}`,
    remedy: report === undefined ? 'Leave it out, or have it made anew.' : `Its report is ${report}.`,
    file: report,
  };
}
