import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { commandHost } from '../../terminal/host.ts';
import { OcMirrorError } from './flags.ts';
import { goDuration, type OcMirrorLog } from './log.ts';
import { t } from './messages.ts';
import { ImageLog } from './outcome.ts';
import { authFileOf, destinationTls, directory, hostOf, registryOf, type Values } from './request.ts';

/** Runs `oc-mirror delete`: the preview with --generate, otherwise the deletion. @throws OcMirrorError with exit code 1 */
export async function deleteAsOcMirror(
  context: CommandContext,
  log: OcMirrorLog,
  values: Values,
  args: readonly string[],
): Promise<number> {
  const started = performance.now();
  const generate = values.flag('generate');
  if (generate) {
    if (values.text('workspace') === undefined)
      throw new OcMirrorError(
        'use the --workspace flag, it is mandatory when using the delete command with the --generate flag',
      );
    if (!values.text('workspace')!.startsWith('file://'))
      throw new OcMirrorError('when --workspace is used, it must have file:// prefix');
    if (values.text('config') === undefined)
      throw new OcMirrorError('the --config flag is mandatory when used with the --generate flag');
  } else if (values.text('delete-yaml-file') === undefined)
    throw new OcMirrorError('the --delete-yaml-file flag is mandatory when not using the --generate flag');
  else
    await access(values.path('delete-yaml-file')!).catch(() => {
      throw new OcMirrorError(`file not found ${values.text('delete-yaml-file')}`);
    });
  const [given] = args;
  if (given === undefined)
    throw new OcMirrorError('the destination registry is missing in the command arguments');
  if (!given.startsWith('docker://'))
    throw new OcMirrorError('the destination registry argument must have a docker:// protocol prefix');
  log.info('🔀 workflow mode: delete');
  if (generate) await generateList(context, log, values, given);
  else await deleteListed(context, log, values, given);
  log.info(`delete time     : ${goDuration(performance.now() - started)}`);
  log.info('👋 Goodbye, thank you for using oc-mirror');
  return 0;
}

async function generateList(
  { signal }: CommandContext,
  log: OcMirrorLog,
  values: Values,
  given: string,
): Promise<void> {
  const { generateDelete } = await import('../../../core/mirror/delete/generate-delete.ts');
  const destination = registryOf(given);
  const workspace = directory(values.text('workspace')!).replace(/\/working-dir\/?$/, '');
  log.info('🕵  going to discover the necessary images...');
  const { plan, problems, rejection } = await generateDelete(
    {
      workspace,
      // A push from disk has its records in the directory of the archives.
      stateDirectory: workspace,
      configFile: values.path('config')!,
      destination,
      deleteId: values.text('delete-id'),
      keep: [],
      maxNestedPaths: values.number('max-nested-paths', 0),
      ...network(values),
    },
    hostOf(values, destination),
    { emit: () => {}, signal },
  );
  for (const problem of problems) if (problem.level !== 'info') log.warn(problem.message);
  if (rejection) log.warn(rejection.message, `    ${rejection.remedy}`);
  log.info(t('deletionSize', { images: plan.images.length, retained: plan.protected.length }));
  log.info('📄 Generating delete file...');
  log.info(`${join(workspace, 'working-dir', 'delete')} file created`);
}

async function deleteListed(
  { signal, pause }: CommandContext,
  log: OcMirrorLog,
  values: Values,
  given: string,
): Promise<void> {
  const { executeDelete, workspaceOf } = await import('../../../core/mirror/delete/execute-delete.ts');
  const destination = registryOf(given);
  const listFile = values.path('delete-yaml-file')!;
  log.info('👀 Reading delete file...');
  log.info('🚀 Start deleting the images...');
  const images = new ImageLog(
    log,
    'deleting',
    (image) => `${image.destination.slice(0, image.destination.lastIndexOf('/'))}/`,
  );
  const result = await executeDelete(
    {
      listFile,
      stateDirectory: workspaceOf(listFile),
      destination,
      forceCacheDelete: values.flag('force-cache-delete'),
      arguments: commandHost().argv,
      ...network(values),
    },
    hostOf(values, destination),
    {
      emit(event) {
        if (event.type === 'plan' && event.complete) log.info(`📌 images to delete ${event.images} `);
        else if (event.type === 'image') images.add(event);
        else if (event.type === 'problem' && event.problem.level !== 'info') log.warn(event.problem.message);
      },
      signal,
      pause,
    },
  );
  for (const { image, reason } of result.protected) log.warn(t('retained', { image, reason }));
  images.results();
  if (result.status === 'paused') throw new OcMirrorError(t('paused'));
  if (result.images.failed > 0 || result.exitCode !== 0)
    throw new OcMirrorError(t('deletionFailed', { count: result.images.failed }));
}

function network(values: Values) {
  return {
    destinationTlsVerify: destinationTls(values),
    authFile: authFileOf(values),
    retryTimes: Math.max(0, values.number('retry-times', MIRROR_DEFAULTS.retryTimes)),
    retryDelayMs: values.number('retry-delay', MIRROR_DEFAULTS.retryDelayMs),
  };
}
