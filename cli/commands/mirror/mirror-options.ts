import { statSync } from 'node:fs';
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import type { MirrorRequest } from '../../../core/mirror/run/request.ts';
import { directoryOf, workflowOf } from '../../../core/mirror/run/workflow.ts';
import { MOST_PARALLEL } from '../../../core/runs/progress/events.ts';
import { InvalidArgumentError, Option } from '../../terminal/commander.ts';
import { commandHost } from '../../terminal/host.ts';
import {
  boolean,
  byteCount,
  durationMs,
  each,
  minimumRate,
  rate,
  until,
  userPath,
  userUrl,
  wholeNumber,
  windows,
} from '../../terminal/options.ts';

/** The arguments that `mirror` and `plan` share. */
export function mirrorOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  const options = [
    new Option('-c, --config <file>', 'image set configuration; may be left out with --from'),
    new Option('--for <enclave>', 'the disconnected site this is for').default(MIRROR_DEFAULTS.enclave),
    new Option(
      '--from <file://DIR>',
      'disk to mirror: a workspace, a transfer, or a folder of mirror_*.tar; never written',
    ),
    new Option('--workspace <file://DIR>', 'mirror to mirror: folder for what the run must keep'),
    new Option(
      '--state <dir>',
      'disk to mirror: folder for runs, logs and resources (default: your state folder)',
    ),
    new Option('--first <name>', 'complete this release or part first'),
    new Option('--resend', 'carry again what was sent before'),
    new Option('--trust-ledger', 'do not ask the destination about tags that an earlier run pushed'),
    new Option('--verify-push', 'after the push, verify every image at the destination'),
    new Option('--archive-size <GiB>', 'largest archive piece').argParser(wholeNumber(1, 1_000_000)),
    new Option('--strict-archive', 'fail when a single file is larger than the archive size'),
    new Option('--parallel-images <n>', 'images at once')
      .argParser(wholeNumber(1, MOST_PARALLEL))
      .default(MIRROR_DEFAULTS.parallelImages),
    new Option('--parallel-layers <n>', 'layers at once for each image')
      .argParser(wholeNumber(1, MOST_PARALLEL))
      .default(MIRROR_DEFAULTS.parallelLayers),
    new Option(
      '--rate <rate>',
      'bytes a second, fetched and sent together, e.g. 20MiB/s (default: no limit)',
    ).argParser(rate),
    new Option(
      '--window <window>',
      'when links may be used, e.g. "Mon-Fri 00:00-04:00 Europe/Oslo @20MiB/s"; can be repeated (default: always)',
    ).argParser(each),
    new Option('--exit-at-close', 'leave with code 3 when a window closes, in place of waiting for the next'),
    new Option('--until <time>', 'leave with code 3 at this time, e.g. 04:00'),
    new Option(
      '--max-bytes <size>',
      'leave with code 3 when so much was fetched and sent together, e.g. 5GiB',
    ).argParser(byteCount),
    new Option('--retry-times <n>', 'attempts after the first')
      .argParser(wholeNumber(0, 100))
      .default(MIRROR_DEFAULTS.retryTimes),
    new Option('--retry-delay <duration>', 'wait between attempts')
      .argParser(durationMs)
      .default(MIRROR_DEFAULTS.retryDelayMs, '1 s, doubled each time'),
    new Option('--stall-timeout <duration>', 'give up a connection on which no byte moves for so long')
      .argParser(stallTimeout)
      .default(MIRROR_DEFAULTS.stallMs, '30 s'),
    new Option('--min-rate <rate>', 'retry transfers slower than this for the stall timeout (0: no minimum)')
      .argParser(minimumRate)
      .default(MIRROR_DEFAULTS.minRate, '1KiB/s'),
    new Option('--max-nested-paths <n>', 'longest repository path at the destination')
      .argParser(wholeNumber(0, 100))
      .default(MIRROR_DEFAULTS.maxNestedPaths, 'no limit'),
    new Option('--src-tls-verify [boolean]', 'false: accept any certificate and plain HTTP at the sources')
      .argParser(boolean)
      .default(true),
    new Option(
      '--dest-tls-verify [boolean]',
      'false: accept any certificate and plain HTTP at the destination',
    )
      .argParser(boolean)
      .default(true),
    new Option(
      '--authfile <file>',
      'registry credentials (default: REGISTRY_AUTH_FILE and the usual places)',
    ),
    new Option('--remove-signatures', 'leave cosign signatures behind'),
    new Option(
      '--ignore-release-signature',
      'take releases without a valid signature; recorded in the audit',
    ),
    new Option(
      '--graph-base-image <ref>',
      'base of the graph-data image (default: registry.access.redhat.com/ubi9/ubi:latest)',
    ),
    new Option(
      '--skip-unknown',
      'operator packages and channels that a catalog does not have are warnings, not errors',
    ),
    new Option(
      '--accept-empty-charts',
      'accept Helm charts that create pods even if no image is found in them (otherwise: exit code 2)',
    ),
    new Option('--add-dependencies', 'select operators that the selected ones depend on, too'),
    new Option('--allow-removal', 'let catalogs at the destination lose operators and versions'),
    new Option(
      '--secure-policy',
      'enforce the trust policy of this host: images that it does not accept are not copied',
    ),
    new Option('--policy <file>', 'trust policy for --secure-policy (default: policy.json of this host)'),
    new Option(
      '--registries.d <dir>',
      'where signatures of images are, for --secure-policy (default: registries.d of this host)',
    ),
    new Option('--no-probe', 'do not ask the destination what it takes before the first push to it'),
    new Option('--icsp', 'write ImageContentSourcePolicy in place of IDMS and ITMS'),
  ];
  for (const option of options) command.addOption(option);
  return command;
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
  };
  const workflow = workflowOf({
    destination: destination === undefined ? undefined : userUrl(destination),
    from: given.from === undefined ? undefined : `file://${userPath(directoryOf(given.from, '--from'))}`,
    workspace:
      given.workspace === undefined
        ? undefined
        : `file://${userPath(directoryOf(given.workspace, '--workspace'))}`,
  });
  if (given.exitAtClose && !given.window)
    throw new AirlockError('usage', '--exit-at-close: there is no window that could close', {
      remedy: 'Name one with --window.',
    });
  return {
    workflow,
    enclave: given.for,
    dryRun,
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

/** A key file, or the program of a command, by its whole path. A bare name that is no file here is one on the PATH. */
function signatureCheck(given: string): string {
  const file = userPath(given);
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts?.isFile() && (given.includes('/') || (facts.mode & 0o111) === 0)) return file;
  return given.replace(/^\.{1,2}\/[^\s"']+/, userPath);
}

/** Shorter ones would end connections of healthy registries that store a large blob. */
function stallTimeout(text: string): number {
  const ms = durationMs(text);
  if (ms < 1000 || ms > 3_600_000)
    throw new InvalidArgumentError('must be a duration from 1s to 1h, such as 30s.');
  return ms;
}
