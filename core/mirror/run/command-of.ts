import { RUN_DEFAULTS } from '../../base/schedule/option-values.ts';
import { DEFAULT_MINIMUM_RATE, rateText } from '../../base/schedule/rate-text.ts';
import { requestFile } from '../../media/request/request-path.ts';
import type { MirrorRequest } from './request.ts';
import { type Destination, mirrorOf } from './workflow.ts';

/** Defaults of the options of `airlock mirror`. */
export const MIRROR_DEFAULTS = {
  enclave: 'default',
  parallelImages: 4,
  parallelLayers: 5,
  ...RUN_DEFAULTS,
  minRate: DEFAULT_MINIMUM_RATE,
  maxNestedPaths: 0,
} as const;

/**
 * Returns the arguments of the same request for `airlock`, without options that have their default. They aren't quoted
 * for a shell.
 */
export function commandOf(request: MirrorRequest): string[] {
  const words = ['mirror'];
  const option = (name: string, value: string | number | undefined, unless?: string | number) => {
    if (value !== undefined && value !== unless) words.push(name, String(value));
  };
  const flag = (name: string, given: boolean) => {
    if (given) words.push(name);
  };
  const { workflow } = request;
  const { forRequest } = request;
  if (forRequest !== undefined && workflow.kind === 'mirrorToDisk')
    words.push('--request', requestFile(workflow.directory, forRequest));
  else option('-c', request.configFile);
  option('--plan', request.planFile);
  option('--require-signature', request.requireSignature);
  for (const file of request.attach ?? []) words.push('--attach', file);
  // A request names its enclave.
  if (forRequest === undefined) option('--for', request.enclave, MIRROR_DEFAULTS.enclave);
  if (workflow.kind !== 'mirrorToMirror' && workflow.from !== undefined)
    option('--from', `file://${workflow.from}`);
  const registry = mirrorOf(workflow);
  if (registry) option('--from', registryUrl(registry));
  if (workflow.kind === 'mirrorToMirror') option('--workspace', `file://${workflow.workspace}`);
  option('--state', request.stateDirectory);
  option('--first', request.first);
  flag('--resend', request.resend);
  flag('--trust-ledger', request.trustLedger);
  flag('--verify-push', request.verifyPush);
  option('--archive-size', request.archiveSizeGiB);
  flag('--strict-archive', request.strictArchive);
  option('--parallel-images', request.parallelImages, MIRROR_DEFAULTS.parallelImages);
  option('--parallel-layers', request.parallelLayers, MIRROR_DEFAULTS.parallelLayers);
  if (request.rate !== undefined) words.push('--rate', rateText(request.rate));
  for (const window of request.windows ?? []) words.push('--window', window);
  flag('--exit-at-close', request.exitAtClose ?? false);
  option('--until', request.until);
  option('--max-bytes', request.maxBytes);
  option('--retry-times', request.retryTimes, MIRROR_DEFAULTS.retryTimes);
  if (request.retryDelayMs !== MIRROR_DEFAULTS.retryDelayMs)
    words.push('--retry-delay', `${request.retryDelayMs}ms`);
  if (request.stallMs !== undefined && request.stallMs !== MIRROR_DEFAULTS.stallMs)
    words.push('--stall-timeout', `${request.stallMs}ms`);
  if (request.minRate !== undefined && request.minRate !== MIRROR_DEFAULTS.minRate)
    words.push('--min-rate', request.minRate === 0 ? '0' : rateText(request.minRate));
  option('--max-nested-paths', request.maxNestedPaths, MIRROR_DEFAULTS.maxNestedPaths);
  flag('--src-tls-verify=false', !request.sourceTlsVerify);
  flag('--dest-tls-verify=false', !request.destinationTlsVerify);
  option('--authfile', request.authFile);
  flag('--remove-signatures', request.removeSignatures);
  flag('--ignore-release-signature', request.ignoreReleaseSignature);
  option('--graph-base-image', request.graphBaseImage);
  flag('--skip-unknown', request.skipUnknown);
  flag('--accept-empty-charts', request.acceptEmptyCharts);
  flag('--add-dependencies', request.addDependencies);
  flag('--allow-removal', request.allowRemoval);
  flag('--secure-policy', request.securePolicy);
  option('--policy', request.policy);
  option('--registries.d', request.registriesD);
  flag('--no-probe', !request.probe);
  flag('--icsp', request.icsp);
  option('--config-to-dir', request.configDirectory);
  flag('--dry-run', request.dryRun && !request.dryRunManifestLists);
  flag('--dry-run-manifest-lists', request.dryRunManifestLists ?? false);
  words.push(
    workflow.kind === 'mirrorToDisk' ? `file://${workflow.directory}` : registryUrl(workflow.destination),
  );
  return words;
}

function registryUrl({ host, namespace }: Destination): string {
  return `docker://${host}${namespace ? `/${namespace}` : ''}`;
}
