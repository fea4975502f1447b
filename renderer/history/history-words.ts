import type { RunStatus, RunSummary } from '../../core/contract/topics/run.ts';
import { baseName } from '../parts/paths.ts';
import { runTitle } from '../parts/run-words.ts';
import { t } from './messages.ts';

/** Which runs the history shows. */
export interface HistoryFilter {
  /** Folder of the records. */
  root?: string;
  status?: RunStatus;
  text: string;
}

/** Returns the text of a run that searches match. */
function searched(run: RunSummary): string {
  const { transfer, enclave, target, user, host, status } = run;
  return [
    runTitle(run),
    `run ${run.run.sequence}`,
    transfer,
    enclave,
    target,
    user,
    host,
    status,
    run.run.root,
  ]
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
}

/** Returns the runs that match a filter. Every word of its text must occur in the run. */
export function filterRuns(runs: RunSummary[], { root, status, text }: HistoryFilter): RunSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter((run) => {
    if (root !== undefined && run.run.root !== root) return false;
    if (status !== undefined && run.status !== status) return false;
    if (words.length === 0) return true;
    const all = searched(run);
    return words.every((word) => all.includes(word));
  });
}

/** Returns the heading: how many runs there are, and the state of the latest. */
export function historySentence(runs: RunSummary[]): string {
  const [latest] = runs;
  if (!latest) return t('noneTitle');
  const { status, images } = latest;
  const failed = images?.failed ?? 0;
  const values = { runs: runs.length, run: runTitle(latest) };
  return status === 'partial' && failed > 0
    ? t('summaryFailed', { ...values, failed })
    : t('summary', { ...values, status });
}

/** Returns who ran it and where, as far as known: `ann on north`. */
export function userOnHost({ user, host }: Pick<RunSummary, 'user' | 'host'>): string {
  return user && host ? t('userOnHost', { user, host }) : (user ?? host ?? '');
}

/** Returns the destination of a run: the enclave of a fetch, the registry of a push, the archive set of a replay. */
export function destinationWords({ workflow, enclave, target }: RunSummary): string {
  if (workflow === 'mirrorToDisk') return enclave ?? '';
  if (workflow === 'replay') return target ? baseName(target) : (enclave ?? '');
  return target ?? enclave ?? '';
}

/** Returns how many runs have each status that occurs, those that need attention first. */
export function statusCounts(runs: RunSummary[]): { status: RunStatus; count: number }[] {
  const order: RunStatus[] = [
    'running',
    'pausing',
    'stopping',
    'failed',
    'interrupted',
    'partial',
    'paused',
    'damaged',
    'complete',
  ];
  return order
    .map((status) => ({ status, count: runs.filter((run) => run.status === status).length }))
    .filter(({ count }) => count > 0);
}

/** Returns the previous run in the same folder with the same workflow and enclave, for a comparison. */
export function runBefore(runs: RunSummary[], run: RunSummary): RunSummary | undefined {
  return runs
    .filter(
      (other) =>
        other.run.root === run.run.root &&
        other.run.sequence < run.run.sequence &&
        other.workflow === run.workflow &&
        other.enclave === run.enclave &&
        other.status !== 'damaged',
    )
    .sort((a, b) => b.run.sequence - a.run.sequence)[0];
}

/** Returns the duration in ms, or undefined while it runs. */
export function runDuration({ startedAt, endedAt }: RunSummary): number | undefined {
  return endedAt === undefined ? undefined : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
}

const OVERRIDES = {
  'ignore-release-signature': 'ignoreSignatureOverride',
  'remove-signatures': 'removeSignaturesOverride',
  'trust-ledger': 'trustLedgerOverride',
  'allow-removal': 'allowRemovalOverride',
  resend: 'resendOverride',
  plan: 'planOverride',
  policy: 'policyOverride',
  'registries.d': 'registriesOverride',
  'no-probe': 'noProbeOverride',
  'skip-unknown': 'skipUnknownOverride',
  'accept-empty-charts': 'emptyChartsOverride',
  force: 'forceOverride',
  'graph-base-image': 'graphImageOverride',
  'graph-base': 'graphImageOverride',
  UPDATE_URL_OVERRIDE: 'updateUrlOverride',
  OCP_SIGNATURE_URL: 'signatureUrlOverride',
  OCP_SIGNATURE_VERIFICATION_PK: 'signatureKeyOverride',
  SSL_CERT_FILE: 'certificateFileOverride',
  SSL_CERT_DIR: 'certificateFolderOverride',
  CONTAINERS_REGISTRIES_CONF: 'registriesConfOverride',
} as const;

/** Returns the meaning of an override, for auditors. The page shows its name too. */
export function overrideWords(override: string): string | undefined {
  const [name = ''] = override.split('=');
  if (/tls-verify$/.test(name))
    return t(name.startsWith('dest') ? 'destinationTlsOverride' : 'sourceTlsOverride');
  return Object.hasOwn(OVERRIDES, name) ? t(OVERRIDES[name as keyof typeof OVERRIDES]) : undefined;
}

/** Returns what to select next for a comparison. @param selected how many runs are selected */
export function comparisonNote(selected: number): string {
  if (selected > 2) return t('tooManyNote', { selected });
  return t(selected === 2 ? 'twoSelectedNote' : selected === 1 ? 'selectOneNote' : 'selectTwoNote');
}
