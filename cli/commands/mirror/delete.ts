import type { Command } from '@commander-js/extra-typings';
import { AirlockError, type Problem } from '../../../core/base/errors/airlock-error.ts';
import type { GeneratedDelete } from '../../../core/mirror/delete/generate-delete.ts';
import type { ClusterNeeds } from '../../../core/mirror/delete/plan/cluster-needs.ts';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import { type Destination, directoryOf, parseDestination } from '../../../core/mirror/run/workflow.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { bytes, count, table } from '../../terminal/format.ts';
import { commandHost, hostFacts } from '../../terminal/host.ts';
import { boolean, durationMs, userPath, wholeNumber } from '../../terminal/options.ts';

/** Images that are named on a terminal before the rest is counted. */
const MOST_NAMED = 20;

interface DeleteOptions {
  generate?: boolean;
  config?: string;
  workspace?: string;
  deleteId?: string;
  keep: string[];
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

/** `airlock delete` */
export function addDelete(program: Command): void {
  addCommand(
    program,
    'delete <docker://HOST[/PATH]>',
    'delete images from a registry, in two steps: --generate says what goes and what stays, --delete-yaml-file does it',
    (command) =>
      command
        .option('--generate', 'plan: write the list of images to delete, and delete nothing')
        .option('-c, --config <file>', 'DeleteImageSetConfiguration, or ImageSetConfiguration with prune:')
        .option(
          '--workspace <file://DIR>',
          'the workspace that mirrored them, or the folder of its transfers',
        )
        .option('--delete-id <id>', 'ends the names of the files')
        .option(
          '--keep <file>',
          'ImageSetConfiguration that says what stays; repeatable (default: every one of the audit records and transfers)',
          (file: string, all: string[]) => [...all, file],
          [],
        )
        .option('--protect <file>', 'names that are never deleted, one a line')
        .option(
          '--kubeconfig <file>',
          'of a cluster that uses the mirror: what it runs, or needs for its update, stays',
        )
        .option('--context <name>', 'of the kubeconfig (default: its current one)')
        .option('--delete-yaml-file <file>', 'execute: the list that --generate, or oc-mirror, wrote')
        .option('--force-cache-delete', 'execute: also free what the workspace keeps of the deleted images')
        .option('--state <dir>', 'audit records of the disconnected side (default: your state folder)')
        .option(
          '--max-nested-paths <number>',
          'as it was mirrored',
          wholeNumber(0, 100),
          MIRROR_DEFAULTS.maxNestedPaths,
        )
        .option(
          '--retry-times <number>',
          'repeat a failed request',
          wholeNumber(0, 100),
          MIRROR_DEFAULTS.retryTimes,
        )
        .option(
          '--retry-delay <duration>',
          'wait before each repetition; 0: growing waits',
          durationMs,
          MIRROR_DEFAULTS.retryDelayMs,
        )
        .option('--dest-tls-verify [boolean]', 'false: accept any certificate and plain HTTP', boolean, true)
        .option(
          '--authfile <file>',
          'registry credentials (default: REGISTRY_AUTH_FILE and the usual places)',
        ),
    async (context, given, [url]) => {
      const options = given as unknown as DeleteOptions;
      if (!url!.startsWith('docker://'))
        throw usage('the destination registry argument must have a docker:// protocol prefix');
      const destination = parseDestination(url!);
      return options.generate
        ? generate(context, options, destination)
        : execute(context, options, destination);
    },
  );
}

async function generate(
  { terminal, signal }: CommandContext,
  options: DeleteOptions,
  destination: Destination,
): Promise<number> {
  const { config, workspace, deleteId, protect, deleteYamlFile, forceCacheDelete } = options;
  if (workspace === undefined)
    throw usage(
      'use the --workspace flag, it is mandatory when using the delete command with the --generate flag',
    );
  if (config === undefined) throw usage('the --config flag is mandatory when used with the --generate flag');
  if (deleteYamlFile !== undefined || forceCacheDelete)
    throw usage('--delete-yaml-file and --force-cache-delete belong to the second step, without --generate');
  if (deleteId !== undefined && !/^[\w][\w.-]*$/.test(deleteId))
    throw usage(`--delete-id ${deleteId} cannot be part of a file name (letters, digits, . _ and -)`);
  const { generateDelete } = await import('../../../core/mirror/delete/generate-delete.ts');
  const needs = await needsOf(options, signal);
  const generated = await generateDelete(
    {
      workspace: userPath(directoryOf(workspace, '--workspace')).replace(/\/working-dir\/?$/, ''),
      configFile: userPath(config),
      destination,
      deleteId,
      keep: options.keep.map(userPath),
      protectFile: protect === undefined ? undefined : userPath(protect),
      ...shared(options),
      maxNestedPaths: options.maxNestedPaths,
    },
    hostFacts(),
    { emit: terminal.event.bind(terminal), signal },
    needs,
  );
  const { plan, files, configurations, cluster, refusal: rejection, problems } = generated;
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
    tagsOnly: plan.tagsOnly.map(({ repository, tag, savedBy }) => ({
      image: `${repository}:${tag}`,
      savedBy,
    })),
    absent: plan.absent,
    groups: plan.groups,
    configurations,
    cluster,
    refusal: rejection,
    problems,
  });
  return 0;
}

async function needsOf(
  { kubeconfig, context }: DeleteOptions,
  signal: AbortSignal,
): Promise<{ needs?: ClusterNeeds }> {
  if (kubeconfig === undefined) {
    if (context !== undefined) throw usage('--context belongs to --kubeconfig');
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
  const total = plan.images.length + plan.protected.length + plan.absent.length;
  terminal.print(
    table([
      ['WHAT GOES', 'IMAGES', 'FREES'],
      ...plan.groups.map((group) => [
        group.deliverable,
        group.of === 0 ? '-' : `${group.images} of ${group.of}`,
        bytes(group.bytes),
      ]),
      ['together', `${plan.images.length} of ${total}`, bytes(plan.bytesFreed)],
    ]),
  );
  if (plan.protected.length > 0) {
    terminal.print(['', 'Retained images and their reasons:']);
    for (const { image, reason } of plan.protected.slice(0, MOST_NAMED))
      terminal.print(`  ${image}: ${reason}`);
    if (plan.protected.length > MOST_NAMED)
      terminal.print(`  and ${plan.protected.length - MOST_NAMED} more (all of them with --json)`);
  }
  if (plan.absent.length > 0)
    terminal.print(['', `${count(plan.absent.length, 'selected image')} not found at ${host}.`]);
  if (cluster.length > 0) terminal.print(['', ...cluster]);
  terminal.print([
    '',
    `Configurations that retain images: ${configurations.join(', ') || 'none, the workspace has no configuration'}`,
  ]);
  terminal.print(`Nothing was deleted yet. To delete ${count(plan.images.length, 'image')}:`);
  const words = [
    ...['airlock', 'delete', '--delete-yaml-file', files[0]!],
    ...(state === undefined ? [] : ['--state', userPath(state)]),
    ...(authfile === undefined ? [] : ['--authfile', userPath(authfile)]),
    ...(destTlsVerify ? [] : ['--dest-tls-verify=false']),
    `docker://${host}${namespace && `/${namespace}`}`,
  ];
  terminal.print(`  ${words.join(' ')}`);
}

async function execute(
  { terminal, signal, pause }: CommandContext,
  options: DeleteOptions,
  destination: Destination,
): Promise<number> {
  const { deleteYamlFile, forceCacheDelete } = options;
  if (deleteYamlFile === undefined)
    throw usage('the --delete-yaml-file flag is mandatory when not using the --generate flag');
  const foreign = (['config', 'workspace', 'protect', 'deleteId', 'kubeconfig', 'context'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (foreign !== undefined || options.keep.length > 0)
    throw usage(
      '-c, --workspace, --keep, --protect, --kubeconfig, --context and --delete-id belong to the first step, --generate',
    );
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
    terminal.say('warning', `stays: ${image}: ${reason}`);
  terminal.print(
    `${count(images.deleted, 'image')} deleted, ${images.absent} gone before, ${images.kept} kept, ${images.failed} failed; garbage collection can free ${bytes(result.bytesFreed)}`,
  );
  if (verified)
    terminal.print(
      `${count(verified.images, 'image')} that stay ${broken(problems) ? 'were looked at, and some cannot be pulled' : 'can be pulled'}: ${count(verified.manifests, 'manifest')} and ${count(verified.blobs, 'blob')} asked for`,
    );
  if (store) terminal.print(`The workspace let go of ${bytes(store.bytes)}`);
  if (images.deleted > 0) {
    terminal.print('The space is free when the registry has collected its garbage:');
    for (const advice of result.garbageCollection) terminal.print(`  ${advice}`);
  }
  for (const advice of result.restore) terminal.print(`To have them again: ${advice}`);
  terminal.print(`Audit record: ${result.run}`);
  terminal.result({ ...result, problems });
  return exitCode;
}

function broken(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => code === 'remaining-image-broken');
}

/** What both steps are given. */
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
