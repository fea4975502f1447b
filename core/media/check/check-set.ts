import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { mkdir, open } from '../../base/files/created-files.ts';
import { makeTemporaryDirectory } from '../../base/files/temporary-directory.ts';
import type { ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { parseManifest } from '../../base/image/manifest.ts';
import { scanTar } from '../../store/archive/scan.ts';
import type { AttachedFile } from '../../store/set-format/attachments.ts';
import { classify } from '../../store/set-format/entry-names.ts';
import { imagesByDigest } from '../../store/set-format/named-images.ts';
import { type CheckCommand, runCheckCommand } from './check-command.ts';
import { keepReport, reportPath, savedReport } from './check-reports.ts';
import { t } from './messages.ts';
import { unpackImage } from './unpack-image.ts';
import { writeContent } from './write-content.ts';

/** The check result of one image, or of one file of a set. */
export interface Checked {
  digest: Digest;
  /** `repository:tag` of all affected images. */
  images: string[];
  /** For an image: the manifest lists that contain it. */
  lists: Digest[];
  /** Name of the file of the set. Absent for an image. */
  file?: string;
  result: 'passed' | 'rejected' | 'not-checked';
  /** Exit code of the command. */
  exitCode?: number;
  /** Why it was rejected without running the command, or not checked. */
  why?: string;
  /** Path of the report, if any. */
  report?: string;
  /** Whether the result was saved by an earlier check. */
  reused: boolean;
}

/** The check results of a set. */
export interface CheckOutcome {
  command: Pick<CheckCommand, 'of' | 'program' | 'version' | 'key'>;
  checked: Checked[];
}

/** A set to check. */
export interface SetToCheck {
  /** All content that is available locally, including earlier transfers, because images share layers with them. */
  source: ImageSource;
  /** Tags and digests of the set's own images. */
  images: readonly { repository: string; tag?: string; digest: Digest }[];
  /** Files in addition to images. */
  attachments?: readonly AttachedFile[] | undefined;
  /** All complete files of the set. */
  files: readonly { path: string; name: string; sha256: string }[];
}

export interface CheckOptions {
  /** Path from {@link reportsFolder}. */
  reports: string;
  /** Folder for unpacked files. Created if it doesn't exist, and empty afterward. */
  scratch: string;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal;
  /** Called after each image or file. */
  onProgress?: (progress: { done: number; total: number; name: string }) => void;
}

/**
 * Runs a check command on every image, or on every file, of a set. Reuses saved results of the same version of the command.
 * Reports an image that can't be unpacked as not checked, and one with entries outside of its folder as rejected.
 * @throws AirlockError `usage`, `digest-mismatch` for damaged content, `disk`, `disk-full`, `interrupted`
 */
export async function checkSet(
  set: SetToCheck,
  command: CheckCommand,
  options: CheckOptions,
): Promise<CheckOutcome> {
  const things =
    command.of === 'image' ? [...(await imagesOf(set)), ...attachmentsOf(set)] : await filesOf(set);
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

type Thing = Pick<Checked, 'digest' | 'images' | 'lists' | 'file'> & {
  path?: string;
  /** Name of an attached file. */
  attachment?: string;
};

/** Returns each image once, even if several manifest lists and tags refer to it. */
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

/** Returns the attached files, which a check of images also gets, each in its own folder. */
function attachmentsOf({ attachments = [] }: SetToCheck): Thing[] {
  return attachments.map(({ digest, name }) => ({
    ...{ digest, images: [t('attachedFile', { name })], lists: [], attachment: name },
  }));
}

/**
 * Returns the images of a manifest list that are available locally, or the digest itself for an image. Images of a list from
 * an earlier transfer can all be missing.
 */
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

/** Returns the files of a set, each with the images that it has content of. */
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
  { path, attachment, ...thing }: Thing,
  command: CheckCommand,
  options: CheckOptions,
): Promise<Checked> {
  const { reports, scratch, env, signal } = options;
  const report = reportPath(reports, command, thing.digest);
  const known = await savedReport(reports, command, thing.digest);
  if (known) return { ...thing, ...resultOf(known.exitCode), report, reused: true };
  const folder = await makeTemporaryDirectory('check', scratch);
  try {
    if (attachment !== undefined)
      await writeContent(join(folder, attachment), set.source.read(thing.digest, signal ? { signal } : {}));
    else if (path === undefined)
      await unpackImage(set.source, thing.digest, folder, signal ? { signal } : {});
    else if (command.unpacked) await unpackFile(path, folder, signal);
    const image = thing.images[0] ?? '';
    const values = { files: folder, image, digest: thing.digest, volume: path ?? '' };
    const answer = await runCheckCommand(command, values, { env, signal });
    if (answer.exitCode === undefined)
      return { ...thing, result: 'not-checked', why: answer.why ?? t('unanswered'), reused: false };
    const reported = answer.report.replaceAll(folder, '');
    await keepReport(reports, command, thing.digest, { exitCode: answer.exitCode, report: reported });
    return { ...thing, ...resultOf(answer.exitCode), report, reused: false };
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code === 'archive-hostile')
      return { ...thing, result: 'rejected', why: error.message, reused: false };
    if (error.code === 'content-missing' || error.code === 'manifest-invalid')
      return { ...thing, result: 'not-checked', why: error.message, reused: false };
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
      await visit({ name, content: () => rangeOf(path, handle, data, size) });
  } finally {
    await handle.close();
  }
}

async function* rangeOf(
  path: string,
  handle: Awaited<ReturnType<typeof open>>,
  from: number,
  size: number,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(1024 * 1024, size - at)), {
      position: from + at,
    });
    if (bytesRead === 0) throw new AirlockError('archive-malformed', t('fileTruncated', { file: path }));
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Extracts the entries of a file of a set under their names: registry content, links and files. */
async function unpackFile(path: string, folder: string, signal: AbortSignal | undefined): Promise<void> {
  await eachEntry(
    path,
    async ({ name, content }) => {
      // The scan has verified that names are relative and contain no `..`.
      const target = join(folder, ...name.split('/').map(nameOnDisk));
      await mkdir(dirname(target), { recursive: true });
      await writeContent(target, content());
    },
    signal,
  );
}

/** Replaces characters that Windows doesn't accept, such as the colons in oc-mirror's names. */
function nameOnDisk(name: string): string {
  return process.platform === 'win32' ? name.replaceAll(/[<>:"|?*]/g, '-') : name;
}

/**
 * Stops an export or import if the check command rejected content, or if a check is required and content wasn't checked.
 * @returns warnings about unchecked content if no check is required
 * @throws AirlockError `check-rejected` (exit code 2) with a problem for each, naming the images
 */
export function heedChecks({ command, checked }: CheckOutcome, required: boolean): Problem[] {
  const problems = checked
    .filter(({ result }) => result !== 'passed')
    .map((each) => problemOf(command.program, each, required));
  const stopping = problems.filter(({ level }) => level === 'error');
  if (stopping.length === 0) return problems;
  const named = stopping.slice(0, 3).map(({ message }) => message);
  const first = named.join('; ');
  const message =
    stopping.length > 3 ? t('moreProblems', { problems: first, count: stopping.length - 3 }) : first;
  throw new AirlockError('check-rejected', message, { side: 'local', exitCode: 2, problems });
}

function problemOf(program: string, checked: Checked, required: boolean): Problem {
  const { result, exitCode, why, images, file, digest, report } = checked;
  const first = images.slice(0, 4).join(', ');
  const names = images.length > 4 ? t('moreImages', { images: first, count: images.length - 4 }) : first;
  const subject =
    file === undefined
      ? t('imageSubject', { images: names, digest })
      : t('fileSubject', { file, images: names });
  const rejected = result === 'rejected';
  return {
    code: 'check-rejected',
    level: rejected || required ? 'error' : 'warning',
    message: rejected
      ? t('rejected', { program, subject, reason: why ?? t('exitCode', { code: String(exitCode) }) })
      : t('unchecked', { subject, reason: why ?? t('unanswered') }),
    remedy: report === undefined ? t('withoutReportRemedy') : t('withReportRemedy', { report }),
    file: report,
  };
}
