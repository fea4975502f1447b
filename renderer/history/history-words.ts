import type { RunStatus, RunSummary } from '../../core/contract/topics/run.ts';
import { counted } from '../parts/format.ts';
import { baseName } from '../parts/paths.ts';
import { runTitle } from '../parts/run-words.ts';

/** What is shown of the history. */
export interface HistoryFilter {
  /** Folder of the records. */
  root?: string;
  status?: RunStatus;
  text: string;
}

/** The words of a run that a search looks through. */
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

/** Every word of the text must be somewhere in the run. */
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

const ENDS: Record<RunStatus, string> = {
  running: 'is under way',
  pausing: 'is pausing',
  stopping: 'is stopping',
  paused: 'is paused',
  complete: 'is whole',
  partial: 'is partial',
  failed: 'failed',
  interrupted: 'was interrupted',
  damaged: 'has a damaged record',
};

/** `12 runs; the last one, fleet-0008, is whole.` */
export function historySentence(runs: RunSummary[]): string {
  const last = runs[0];
  if (!last) return 'No run yet.';
  const failed = last.images?.failed ?? 0;
  const end =
    last.status === 'partial' && failed > 0
      ? `is partial: ${counted(failed, 'image')} failed`
      : ENDS[last.status];
  return runs.length === 1
    ? `One run: ${runTitle(last)} ${end}.`
    : `${counted(runs.length, 'run')}; the last one, ${runTitle(last)}, ${end}.`;
}

/** Where a run goes: the enclave of a set, the registry of a push, the set that a replay mends. */
export function destinationWords({ workflow, enclave, target }: RunSummary): string {
  if (workflow === 'mirrorToDisk') return enclave ?? '';
  if (workflow === 'replay') return target ? baseName(target) : (enclave ?? '');
  return target ?? enclave ?? '';
}

/** How many runs have each status, in the order of what needs a look first; only those that are there. */
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

/** The run before in the same folder that moved the same way for the same enclave: what one compares with. */
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

/** ms from begin to end; undefined while it runs. */
export function runDuration({ startedAt, endedAt }: RunSummary): number | undefined {
  return endedAt === undefined ? undefined : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
}

const OVERRIDES: Record<string, string> = {
  'ignore-release-signature': 'Releases without a valid signature were accepted.',
  'remove-signatures': "Image signatures weren't mirrored.",
  'trust-ledger': "Tags in the ledger weren't checked at the destination.",
  'allow-removal': 'Operators or versions could be removed from catalogs at the destination.',
  resend: 'Content that had already been sent was sent again.',
  plan: 'The plan in this file was run instead of the configuration.',
  policy: "The trust policy in this file was used instead of the host's policy.",
  'registries.d': "Signature locations were read from this folder instead of the host's registries.d.",
  'no-probe': "The destination wasn't probed before the push.",
  'skip-unknown': "Operators and versions that aren't in the catalog were skipped.",
  'accept-empty-charts': 'Helm charts in which no image was found were accepted.',
  force: 'Tags that had been moved again in the meantime were also moved back.',
  'graph-base-image': 'The graph image was built from this base image.',
  'graph-base': 'The graph image was built from this base image.',
  UPDATE_URL_OVERRIDE: 'The update graph came from this address.',
  OCP_SIGNATURE_URL: 'Release signatures came from this address.',
  OCP_SIGNATURE_VERIFICATION_PK: 'Release signatures were verified with this key.',
};

/** An override of the record in words, as an auditor needs it; the name stands beside it. */
export function overrideWords(override: string): string | undefined {
  const [name = ''] = override.split('=');
  if (/tls-verify$/.test(name))
    return `TLS certificates of the ${name.startsWith('dest') ? 'destination' : 'source'} weren't verified.`;
  return OVERRIDES[name];
}

/** Returns what to select next for a comparison. @param selected how many runs are selected */
export function comparisonNote(selected: number): string {
  if (selected === 2) return 'Two selected';
  if (selected > 2) return `${selected} selected: two can be compared`;
  return selected === 1 ? 'Select one more to compare' : 'Select two to compare them';
}
