import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError, type Problem } from '../../../core/base/errors/airlock-error.ts';
import type { GeneratedDelete } from '../../../core/mirror/delete/generate-delete.ts';
import type { ClusterNeeds } from '../../../core/mirror/delete/plan/cluster-needs.ts';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import { type Destination, directoryOf, parseDestination } from '../../../core/mirror/run/workflow.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { bytes, table } from '../../terminal/format.ts';
import { commandHost, hostFacts } from '../../terminal/host.ts';
import { t as common } from '../../terminal/messages.ts';
import { boolean, durationMs, each, integer, userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';

/** Most images listed on a terminal. */
const MOST_NAMED = 20;

interface DeleteOptions {
  generate?: boolean;
  config?: string;
  workspace?: string;
  deleteId?: string;
  keep?: string[];
  protect?: string;
  kubeconfig?: string;
  context?: string;
  deleteYamlFile?: string;
  forceCacheDelete?: boolean;
  state?: string;
  maxNestedPaths: number;
  retryTimes: number;
  retryDelay: number;
  destTlsVerify: boolean;
  authfile?: string;
}

/** Adds `airlock delete`. */
export function addDelete(program: Command): void {
  addCommand(
    program,
    'delete <docker://HOST[/PATH]>',
    t('delete'),
    (command) =>
      generateOptions(command.option('--generate', t('generateOption')))
        .option('--delete-yaml-file <file>', t('deleteYamlFileOption'))
        .option('--force-cache-delete', t('forceCacheDeleteOption')),
    async (context, given, [url]) => {
      const options = given as unknown as DeleteOptions;
      const destination = registryOf(url!);
      return options.generate
        ? generate(context, options, destination)
        : execute(context, options, destination);
    },
  );
}

/** Adds `airlock prune`, the first step of `delete` for the `prune` section of a configuration. */
export function addPrune(program: Command): void {
  addCommand(
    program,
    'prune <docker://HOST[/PATH]>',
    t('prune'),
    (command) => generateOptions(command),
    async (context, options, [url]) =>
      generate(context, options as unknown as DeleteOptions, registryOf(url!)),
  );
}

/** @throws AirlockError `usage` */
function registryOf(url: string): Destination {
  if (!url.startsWith('docker://')) throw usage(t('notARegistry', { destination: url }));
  return parseDestination(url);
}

function generateOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('-c, --config <file>', t('deleteConfigOption'))
    .option('--workspace <file://DIR>', t('deleteWorkspaceOption'))
    .option('--delete-id <id>', t('deleteIdOption'))
    .option('--keep <file>', t('retainOption'), each)
    .option('--protect <file>', t('protectOption'))
    .option('--kubeconfig <file>', t('kubeconfigOption'))
    .option('--context <name>', t('contextOption'))
    .option('--state <directory>', t('deleteStateOption'))
    .option(
      '--max-nested-paths <number>',
      t('deleteNestedPathsOption'),
      integer(0, 100),
      MIRROR_DEFAULTS.maxNestedPaths,
    )
    .option('--retry-times <number>', common('retryTimesOption'), integer(0, 100), MIRROR_DEFAULTS.retryTimes)
    .option('--retry-delay <duration>', t('deleteRetryDelayOption'), durationMs, MIRROR_DEFAULTS.retryDelayMs)
    .option('--dest-tls-verify [boolean]', common('destinationTlsOption'), boolean, true)
    .option('--authfile <file>', common('authfileOption'));
}

async function generate(
  { terminal, signal }: CommandContext,
  options: DeleteOptions,
  destination: Destination,
): Promise<number> {
  const { config, workspace, deleteId, protect, deleteYamlFile, forceCacheDelete } = options;
  if (workspace === undefined) throw usage(t('generateWithoutWorkspace'));
  if (config === undefined) throw usage(t('generateWithoutConfig'));
  if (deleteYamlFile !== undefined || forceCacheDelete) throw usage(t('generateWithSecondStep'));
  if (deleteId !== undefined && !/^[\w][\w.-]*$/.test(deleteId))
    throw usage(t('deleteIdInvalid', { id: deleteId }));
  const { generateDelete } = await import('../../../core/mirror/delete/generate-delete.ts');
  const needs = await needsOf(options, signal);
  const generated = await generateDelete(
    {
      workspace: userPath(directoryOf(workspace, '--workspace')).replace(/\/working-dir\/?$/, ''),
      configFile: userPath(config),
      destination,
      deleteId,
      keep: (options.keep ?? []).map(userPath),
      protectFile: protect === undefined ? undefined : userPath(protect),
      ...shared(options),
      maxNestedPaths: options.maxNestedPaths,
    },
    hostFacts(),
    { emit: terminal.event.bind(terminal), signal },
    needs,
  );
  const { plan, files, configurations, cluster, rejection, problems } = generated;
  for (const problem of problems) terminal.problem(problem);
  if (rejection) terminal.problem({ ...rejection, level: 'warning' });
  show(terminal, generated, destination, options);
  terminal.result({
    status: 'complete',
    images: plan.images.length,
    bytesFreed: plan.bytesFreed,
    protected: plan.protected,
    files,
    items: plan.images.map(({ repository, tag, digest, kind, origin, deliverable }) => ({
      image: `${repository}:${tag}`,
      digest,
      kind,
      origin,
      deliverable,
    })),
    tagsOnly: plan.tagsOnly.map(({ repository, tag, requiredBy }) => ({
      image: `${repository}:${tag}`,
      requiredBy,
    })),
    absent: plan.absent,
    groups: plan.groups,
    configurations,
    cluster,
    rejection,
    problems,
  });
  return 0;
}

async function needsOf(
  { kubeconfig, context }: DeleteOptions,
  signal: AbortSignal,
): Promise<{ needs?: ClusterNeeds }> {
  if (kubeconfig === undefined) {
    if (context !== undefined) throw usage(t('contextWithoutKubeconfig'));
    return {};
  }
  const { clusterNeeds } = await import('../../../core/mirror/delete/plan/cluster-needs.ts');
  return { needs: await clusterNeeds({ kubeconfig: userPath(kubeconfig), context }, hostFacts(), signal) };
}

function show(
  terminal: CommandContext['terminal'],
  { plan, files, configurations, cluster }: GeneratedDelete,
  { host, namespace }: Destination,
  { destTlsVerify, authfile, state }: DeleteOptions,
): void {
  const registry = `${host}${namespace && `/${namespace}`}`;
  const total = plan.images.length + plan.protected.length + plan.absent.length;
  terminal.print(
    table([
      [t('deletionsColumn'), t('imagesColumn'), t('freesColumn')],
      ...plan.groups.map((group) => [
        group.deliverable,
        group.of === 0 ? '-' : t('groupImages', { images: group.images, all: group.of }),
        bytes(group.bytes),
      ]),
      [t('total'), t('groupImages', { images: plan.images.length, all: total }), bytes(plan.bytesFreed)],
    ]),
  );
  if (plan.protected.length > 0) {
    terminal.print(['', t('retained')]);
    for (const { image, reason } of plan.protected.slice(0, MOST_NAMED))
      terminal.print(t('retainedImage', { image, reason }));
    if (plan.protected.length > MOST_NAMED)
      terminal.print(t('retainedMore', { count: plan.protected.length - MOST_NAMED }));
  }
  if (plan.absent.length > 0) terminal.print(['', t('absent', { count: plan.absent.length, registry })]);
  if (cluster.length > 0) terminal.print(['', ...cluster]);
  terminal.print([
    '',
    configurations.length > 0 ? t('retaining', { files: configurations.join(', ') }) : t('retainingNone'),
  ]);
  // A tag whose manifest is retained is in the list, too.
  const count = plan.images.length + plan.tagsOnly.length;
  if (count === 0) {
    terminal.print(t('nothingToDelete'));
    return;
  }
  terminal.print(t('nextStep', { count }));
  const words = [
    ...['airlock', 'delete', '--delete-yaml-file', files[0]!],
    ...(state === undefined ? [] : ['--state', userPath(state)]),
    ...(authfile === undefined ? [] : ['--authfile', userPath(authfile)]),
    ...(destTlsVerify ? [] : ['--dest-tls-verify=false']),
    `docker://${registry}`,
  ];
  terminal.print(t('advice', { command: words.join(' ') }));
}

async function execute(
  { terminal, signal, pause }: CommandContext,
  options: DeleteOptions,
  destination: Destination,
): Promise<number> {
  const { deleteYamlFile, forceCacheDelete } = options;
  if (deleteYamlFile === undefined) throw usage(t('stepMissing'));
  const foreign = (['config', 'workspace', 'protect', 'deleteId', 'kubeconfig', 'context'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (foreign !== undefined || options.keep !== undefined) throw usage(t('generateOnly'));
  const { executeDelete } = await import('../../../core/mirror/delete/execute-delete.ts');
  const { exitCode, problems, ...result } = await executeDelete(
    {
      listFile: userPath(deleteYamlFile),
      destination,
      forceCacheDelete: forceCacheDelete ?? false,
      ...shared(options),
      arguments: commandHost().argv,
    },
    hostFacts(),
    { emit: terminal.event.bind(terminal), signal, pause },
  );
  const { images, verified, store } = result;
  for (const { image, reason } of result.protected.slice(0, MOST_NAMED))
    terminal.say('warning', t('retainedWarning', { image, reason }));
  for (const { image, reason } of result.tagsOnly.slice(0, MOST_NAMED))
    terminal.say('info', t('tagDeleted', { image, reason }));
  terminal.print(
    t('deleted', {
      deleted: images.deleted,
      absent: images.absent,
      retained: images.retained,
      failed: images.failed,
      size: bytes(result.bytesFreed),
    }),
  );
  if (verified)
    terminal.print(
      t(broken(problems) ? 'remainingBroken' : 'remainingVerified', {
        images: verified.images,
        manifests: verified.manifests,
        blobs: verified.blobs,
      }),
    );
  if (store) terminal.print(t('workspaceFreed', { size: bytes(store.bytes) }));
  if (images.deleted > 0) {
    terminal.print(t('garbageCollection'));
    for (const advice of result.garbageCollection) terminal.print(t('advice', { command: advice }));
  }
  for (const advice of result.restore) terminal.print(t('restore', { command: advice }));
  terminal.print(t('auditRecord', { directory: result.run }));
  terminal.result({ ...result, problems });
  return exitCode;
}

function broken(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => code === 'remaining-image-broken');
}

/** Returns the options that both steps share. */
function shared({ state, authfile, retryTimes, retryDelay, destTlsVerify }: DeleteOptions) {
  return {
    stateDirectory: state === undefined ? undefined : userPath(state),
    authFile: authfile === undefined ? undefined : userPath(authfile),
    retryTimes,
    retryDelayMs: retryDelay,
    destinationTlsVerify: destTlsVerify,
  };
}

function usage(message: string): AirlockError {
  return new AirlockError('usage', message);
}
