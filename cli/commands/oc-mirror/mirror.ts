import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import { loadImageSet } from '../../../core/image-set/config/load-image-set.ts';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import type { HostFacts, MirrorRequest, MirrorResult } from '../../../core/mirror/run/request.ts';
import type { Workflow } from '../../../core/mirror/run/workflow.ts';
import type { RunEvent } from '../../../core/runs/progress/events.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { OcMirrorError } from './flags.ts';
import { goDuration, type OcMirrorLog } from './log.ts';
import { t } from './messages.ts';
import { asOcMirrorError, type Category, errorBits, ImageLog, rejectedBits } from './outcome.ts';
import { hostOf, requestOf, type Values, workflowOf } from './request.ts';

/** Runs a mirroring command, with the output and exit code of oc-mirror. @throws OcMirrorError before the run starts */
export async function mirrorAsOcMirror(
  context: CommandContext,
  log: OcMirrorLog,
  values: Values,
  args: readonly string[],
): Promise<number> {
  const started = performance.now();
  const workflow = workflowOf(values, args);
  const request = requestOf(values, workflow);
  const host = hostOf(values, workflow.kind === 'mirrorToDisk' ? undefined : workflow.destination);
  const sections = await sectionsOf(request.configFile!);
  if (values.text('since') !== undefined && workflow.kind !== 'mirrorToDisk')
    log.warn('since flag is only taken into account during mirrorToDisk workflow');
  log.info(`🔀 workflow mode: ${workflow.kind} `);
  if (workflow.kind === 'diskToMirror') log.info('📦 Extracting mirror archive(s)...');
  log.info('🕵  going to discover the necessary images...');
  for (const section of sections) log.info(`🔍 collecting ${section} images...`);
  const run = request.dryRun ? dryRun : copy;
  const code = await run(context, log, { request, host, workflow, sections });
  log.info(`mirror time     : ${goDuration(performance.now() - started)}`);
  log.info('👋 Goodbye, thank you for using oc-mirror');
  return code;
}

interface Run {
  request: MirrorRequest;
  host: HostFacts;
  workflow: Workflow;
  sections: readonly Category[];
}

async function copy({ signal, pause }: CommandContext, log: OcMirrorLog, run: Run): Promise<number> {
  const { request, host, workflow, sections } = run;
  const { mirror } = await import('../../../core/mirror/mirror.ts');
  const images = new ImageLog(log, 'copying', ({ destination }) =>
    workflow.kind === 'mirrorToDisk' ? 'cache' : `${dirname(destination)}/`,
  );
  const conclude = async (): Promise<void> => {
    images.results();
    const failure = await images.writeFailures(join(rootOf(workflow), 'working-dir', 'logs'));
    if (failure.length > 0) log.error(...failure);
  };
  let result: MirrorResult;
  try {
    result = await mirror(request, host, { emit: (event) => show(event, log, images), signal, pause });
  } catch (thrown) {
    await conclude();
    const error = asAirlockError(thrown);
    // A source that can't be reached ends the run, so the remaining images failed.
    const remaining = error.side === 'source' ? images.remainingBits(sections) : 0;
    // oc-mirror finds a destination that can't be reached before it copies anything.
    const reached = error.side === 'destination' && !images.isAnyComplete ? 0 : images.failedBits;
    throw asOcMirrorError(error, reached | remaining || errorBits(error));
  }
  await conclude();
  for (const { message } of result.rejected) log.error(message);
  if (result.status === 'paused') throw new OcMirrorError(t('paused'));
  const bits = images.failedBits | rejectedBits(result.rejected);
  if (result.images.total === 0 && bits === 0) throw new OcMirrorError('no images to copy');
  if (workflow.kind === 'mirrorToDisk') {
    log.info('📦 Preparing the tarball archive...');
    await showArchives(result, workflow.directory, log, bits === 0);
  } else if (result.resources) await showResources(result.resources, log);
  return bits || (result.exitCode === 0 ? 0 : 1);
}

function show(event: RunEvent, log: OcMirrorLog, images: ImageLog): void {
  switch (event.type) {
    case 'plan':
      if (!event.complete) return;
      log.info('🚀 Start copying the images...');
      log.info(`📌 images to copy ${event.images} `);
      return;
    case 'image':
      images.add(event);
      return;
    case 'retry':
      log.debug(event.message);
      return;
    case 'problem': {
      const { code, level, message, remedy } = event.problem;
      // It explains why content isn't in the archive.
      if (code === 'oc-mirror-history' && level === 'info') log.info(message);
      else if (level === 'info') log.debug(message);
      else log.warn(message, ...(remedy ? [`    ${remedy}`] : []));
    }
  }
}

async function showResources(resources: string, log: OcMirrorLog): Promise<void> {
  log.info('📄 Generating cluster resources...');
  for (const name of (await readdir(resources)).sort()) log.info(`${join(resources, name)} file created`);
}

/** Puts the archives of a transfer where oc-mirror writes them. */
async function showArchives(
  { transfer, directory }: MirrorResult,
  destination: string,
  log: OcMirrorLog,
  complete: boolean,
): Promise<void> {
  if (transfer === undefined || directory === undefined) {
    if (complete) log.info(t('nothingNew'));
    const { restoreArchives } = await import('../../../core/media/formats/place-archives.ts');
    await restoreArchives(destination, MIRROR_DEFAULTS.enclave);
    return;
  }
  const { placeArchives } = await import('../../../core/media/formats/place-archives.ts');
  const { placed, moved } = await placeArchives(destination, directory);
  for (const file of moved) log.warn(t('archiveMoved', { file }));
  for (const file of placed) log.info(t('archive', { file, transfer }));
}

async function dryRun({ signal, pause }: CommandContext, log: OcMirrorLog, run: Run): Promise<number> {
  const { planMirror } = await import('../../../core/mirror/plan/plan-mirror.ts');
  const emit = (event: RunEvent) => {
    if (event.type === 'problem' && event.problem.level !== 'info') log.warn(event.problem.message);
  };
  try {
    const { summary, files } = await planMirror(run.request, run.host, {
      ...{ emit, signal, pause },
    });
    if (run.workflow.kind === 'mirrorToDisk') {
      if (files?.missing) {
        const count = (await readFile(files.missing, 'utf8')).trimEnd().split('\n').length;
        log.warn(
          `⚠️  ${count}/${summary.images} images necessary for mirroring are not available in the cache.`,
        );
        log.warn(`List of missing images in : ${files.missing}.`, 'please re-run the mirror to disk process');
      } else
        log.info(
          `all ${summary.images} images required for mirroring are available in local cache. You may proceed with mirroring from disk to disconnected registry`,
        );
    }
    log.info(`📄 list of all images for mirroring in : ${files!.mapping}`);
    for (const problem of summary.problems) if (problem.level !== 'info') log.warn(problem.message);
    if (files?.resources) await showResources(files.resources, log);
    const errors = summary.problems.filter(({ level }) => level === 'error');
    return errors.reduce((bits, problem) => bits | errorBits(problem), 0);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    throw asOcMirrorError(error, errorBits(error));
  }
}

/** Returns the categories that a configuration selects, in oc-mirror's order. @throws OcMirrorError if it can't be loaded */
async function sectionsOf(file: string): Promise<Category[]> {
  const { configuration, problems } = await loadImageSet(file, 'ImageSetConfiguration');
  const wrong = problems.filter(({ level }) => level === 'error');
  const [first] = wrong;
  if (!configuration || first) {
    const places = wrong.map(({ line, column, message }) => {
      const place = line === undefined ? '' : ` (${basename(file)}:${line}:${column ?? 1})`;
      return `${message}${place}`;
    });
    throw new OcMirrorError(
      first?.code === 'config-unreadable'
        ? `could not parse config: open ${file}: ${first.message}`
        : places.join('; '),
    );
  }
  const { platform, operators, additionalImages, helm } = configuration;
  const present: [Category, boolean][] = [
    ['release', platform !== undefined],
    ['operator', operators.length > 0],
    ['additional', additionalImages.length > 0],
    ['helm', helm !== undefined],
  ];
  return present.flatMap(([section, used]) => (used ? [section] : []));
}

function rootOf(workflow: Workflow): string {
  switch (workflow.kind) {
    case 'mirrorToDisk':
      return workflow.directory;
    case 'diskToMirror':
      return workflow.from;
    case 'mirrorToMirror':
      return workflow.workspace;
  }
}
