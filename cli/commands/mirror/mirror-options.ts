import { statSync } from 'node:fs';
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { RUN_BOUNDS } from '../../../core/base/schedule/option-values.ts';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import type { MirrorRequest } from '../../../core/mirror/run/request.ts';
import { directoryOf, workflowOf } from '../../../core/mirror/run/workflow.ts';
import { MOST_PARALLEL } from '../../../core/runs/progress/events.ts';
import { Option } from '../../terminal/commander.ts';
import { commandHost } from '../../terminal/host.ts';
import { t as common } from '../../terminal/messages.ts';
import {
  boolean,
  byteCount,
  durationMs,
  each,
  integer,
  minimumRate,
  rate,
  stallTimeout,
  until,
  userPath,
  userUrl,
  windows,
} from '../../terminal/options.ts';
import { t } from './messages.ts';

/** Adds the options that `mirror` and `plan` share. */
export function mirrorOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  const options = [
    new Option('-c, --config <file>', t('configOption')),
    new Option('--attach <file>', t('attachOption')).argParser(each),
    new Option('--for <enclave>', t('forOption')).default(MIRROR_DEFAULTS.enclave),
    new Option('--from <file://DIR|docker://REGISTRY>', t('fromOption')),
    new Option('--workspace <file://DIR>', t('workspaceOption')),
    new Option('--state <directory>', t('stateOption')),
    new Option('--first <name>', t('firstOption')),
    new Option('--resend', t('resendOption')),
    new Option('--trust-ledger', t('trustLedgerOption')),
    new Option('--verify-push', t('verifyPushOption')),
    new Option('--archive-size <GiB>', t('archiveSizeOption')).argParser(bounded('archiveSizeGiB')),
    new Option('--strict-archive', t('strictArchiveOption')),
    new Option('--parallel-images <number>', t('parallelImagesOption'))
      .argParser(integer(1, MOST_PARALLEL))
      .default(MIRROR_DEFAULTS.parallelImages),
    new Option('--parallel-layers <number>', t('parallelLayersOption'))
      .argParser(integer(1, MOST_PARALLEL))
      .default(MIRROR_DEFAULTS.parallelLayers),
    new Option('--rate <rate>', t('rateOption')).argParser(rate),
    new Option('--window <window>', t('windowOption')).argParser(each),
    new Option('--exit-at-close', t('exitAtCloseOption')),
    new Option('--until <time>', t('untilOption')),
    new Option('--max-bytes <size>', t('maxBytesOption')).argParser(byteCount),
    new Option('--retry-times <number>', common('retryTimesOption'))
      .argParser(bounded('retryTimes'))
      .default(MIRROR_DEFAULTS.retryTimes),
    new Option('--retry-delay <duration>', t('retryDelayOption'))
      .argParser(durationMs)
      .default(MIRROR_DEFAULTS.retryDelayMs, t('retryDelayDefault')),
    new Option('--stall-timeout <duration>', t('stallTimeoutOption'))
      .argParser(stallTimeout)
      .default(MIRROR_DEFAULTS.stallMs, t('stallTimeoutDefault')),
    new Option('--min-rate <rate>', t('minRateOption'))
      .argParser(minimumRate)
      .default(MIRROR_DEFAULTS.minRate, t('minRateDefault')),
    new Option('--max-nested-paths <number>', t('maxNestedPathsOption'))
      .argParser(bounded('maxNestedPaths'))
      .default(MIRROR_DEFAULTS.maxNestedPaths, t('maxNestedPathsDefault')),
    new Option('--src-tls-verify [boolean]', common('sourceTlsOption')).argParser(boolean).default(true),
    new Option('--dest-tls-verify [boolean]', common('destinationTlsOption'))
      .argParser(boolean)
      .default(true),
    new Option('--authfile <file>', common('authfileOption')),
    new Option('--remove-signatures', t('removeSignaturesOption')),
    new Option('--ignore-release-signature', t('ignoreReleaseSignatureOption')),
    new Option('--graph-base-image <ref>', t('graphBaseImageOption')),
    new Option('--skip-unknown', t('skipUnknownOption')),
    new Option('--accept-empty-charts', t('acceptEmptyChartsOption')),
    new Option('--add-dependencies', t('addDependenciesOption')),
    new Option('--allow-removal', t('allowRemovalOption')),
    new Option('--secure-policy', t('securePolicyOption')),
    new Option('--policy <file>', t('policyOption')),
    new Option('--registries.d <directory>', t('registriesDOption')),
    new Option('--no-probe', t('noProbeOption')),
    new Option('--icsp', t('icspOption')),
  ];
  for (const option of options) command.addOption(option);
  return command;
}

function bounded(option: 'archiveSizeGiB' | 'retryTimes' | 'maxNestedPaths') {
  const { least, most } = RUN_BOUNDS[option];
  return integer(least, most);
}

/** @throws AirlockError `usage` */
export function mirrorRequest(
  options: Record<string, unknown>,
  destination: string | undefined,
  planFile?: string,
  dryRun = false,
): MirrorRequest {
  const given = options as {
    config?: string;
    attach?: string[];
    for: string;
    from?: string;
    workspace?: string;
    state?: string;
    first?: string;
    resend?: boolean;
    trustLedger?: boolean;
    verifyPush?: boolean;
    archiveSize?: number;
    strictArchive?: boolean;
    parallelImages: number;
    parallelLayers: number;
    rate?: number;
    window?: string[];
    exitAtClose?: boolean;
    until?: string;
    maxBytes?: number;
    retryTimes: number;
    retryDelay: number;
    stallTimeout: number;
    minRate: number;
    maxNestedPaths: number;
    srcTlsVerify: boolean;
    destTlsVerify: boolean;
    authfile?: string;
    removeSignatures?: boolean;
    ignoreReleaseSignature?: boolean;
    graphBaseImage?: string;
    icsp?: boolean;
    skipUnknown?: boolean;
    acceptEmptyCharts?: boolean;
    addDependencies?: boolean;
    allowRemoval?: boolean;
    securePolicy?: boolean;
    policy?: string;
    'registries.d'?: string;
    probe: boolean;
    requireSignature?: string;
    configToDir?: string;
    dryRunManifestLists?: boolean;
  };
  const workflow = workflowOf({
    destination: destination === undefined ? undefined : userUrl(destination),
    from: given.from === undefined ? undefined : userSource(given.from),
    workspace:
      given.workspace === undefined
        ? undefined
        : `file://${userPath(directoryOf(given.workspace, '--workspace'))}`,
  });
  if (given.exitAtClose && !given.window)
    throw new AirlockError('usage', t('exitAtCloseWithoutWindow'), {
      remedy: t('exitAtCloseWithoutWindowRemedy'),
    });
  if (given.attach && workflow.kind !== 'mirrorToDisk')
    throw new AirlockError('usage', t('attachWithoutTransfer'), { remedy: t('attachWithoutTransferRemedy') });
  return {
    workflow,
    attach: given.attach?.map(userPath),
    enclave: given.for,
    dryRun,
    dryRunManifestLists: given.dryRunManifestLists,
    resend: given.resend ?? false,
    trustLedger: given.trustLedger ?? false,
    verifyPush: given.verifyPush ?? false,
    strictArchive: given.strictArchive ?? false,
    parallelImages: given.parallelImages,
    parallelLayers: given.parallelLayers,
    retryTimes: given.retryTimes,
    retryDelayMs: given.retryDelay,
    stallMs: given.stallTimeout !== MIRROR_DEFAULTS.stallMs ? given.stallTimeout : undefined,
    minRate: given.minRate !== MIRROR_DEFAULTS.minRate ? given.minRate : undefined,
    maxNestedPaths: given.maxNestedPaths,
    sourceTlsVerify: given.srcTlsVerify,
    destinationTlsVerify: given.destTlsVerify,
    removeSignatures: given.removeSignatures ?? false,
    ignoreReleaseSignature: given.ignoreReleaseSignature ?? false,
    icsp: given.icsp ?? false,
    skipUnknown: given.skipUnknown ?? false,
    acceptEmptyCharts: given.acceptEmptyCharts ?? false,
    addDependencies: given.addDependencies ?? false,
    allowRemoval: given.allowRemoval ?? false,
    securePolicy: given.securePolicy ?? false,
    probe: given.probe,
    arguments: commandHost().argv,
    configFile: given.config === undefined ? undefined : userPath(given.config),
    planFile: planFile === undefined ? undefined : userPath(planFile),
    requireSignature:
      given.requireSignature === undefined ? undefined : signatureCheck(given.requireSignature),
    policy: given.policy === undefined ? undefined : userPath(given.policy),
    registriesD: given['registries.d'] === undefined ? undefined : userPath(given['registries.d']),
    configDirectory: given.configToDir === undefined ? undefined : userPath(given.configToDir),
    stateDirectory: given.state === undefined ? undefined : userPath(given.state),
    rate: given.rate,
    windows: given.window && windows(given.window),
    exitAtClose: given.exitAtClose || undefined,
    until: given.until === undefined ? undefined : until(given.until),
    maxBytes: given.maxBytes,
    first: given.first,
    archiveSizeGiB: given.archiveSize,
    authFile: given.authfile === undefined ? undefined : userPath(given.authfile),
    graphBaseImage: given.graphBaseImage,
  };
}

/** Returns a key file or command with an absolute path. A name that isn't a file in this folder is found on the PATH. */
function signatureCheck(given: string): string {
  const file = userPath(given);
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts?.isFile() && (given.includes('/') || (facts.mode & 0o111) === 0)) return file;
  return given.replace(/^\.{1,2}\/[^\s"']+/, userPath);
}

/** Returns the source of `--from` with an absolute path. */
function userSource(from: string): string {
  return from.startsWith('docker://') ? from : `file://${userPath(directoryOf(from, '--from'))}`;
}
