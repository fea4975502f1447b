import type { RegistryEntry, RegistryTest } from '../../../core/contract/topics/settings.ts';
import type { Mark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

/** Returns the first stage that failed, else the first with a warning; undefined when all passed. */
export function firstProblem({
  stages,
}: RegistryTest): { mark: Mark; title: string; detail: string; remedy?: string } | undefined {
  const found =
    stages.find(({ result }) => result === 'failed') ?? stages.find(({ result }) => result === 'warning');
  if (!found) return undefined;
  const { stage, result, detail, remedy } = found;
  const failed = result === 'failed';
  return {
    mark: failed ? 'bad' : 'warning',
    title: t(failed ? `${stage}FailedTitle` : `${stage}WarningTitle`),
    detail,
    remedy,
  };
}

/** Returns whether a registry responded and rejected the credentials. */
export function needsCredentials({ stages }: RegistryTest): boolean {
  return stages.some(({ stage, result }) => stage === 'login' && result === 'failed');
}

/** Returns the entry of a registry. One that isn't on the list has no credentials yet. */
export function knownEntry(
  entries: readonly RegistryEntry[],
  name: string,
  tlsVerify: boolean,
): RegistryEntry {
  const known = entries.find((entry) => entry.name === name);
  if (known) return { ...known, tlsVerify };
  return { name, tlsVerify, listed: false, credentials: { from: 'none' }, mirrors: [], notes: [] };
}
