import type { RegistryEntry, RegistryTest, TestStage } from '../../../core/contract/topics/settings.ts';
import type { Mark } from '../../parts/state-mark.tsx';

const STAGES: Record<TestStage, string> = {
  name: 'Name',
  connection: 'Connection',
  tls: 'TLS',
  login: 'Login',
  path: 'Path',
};

/** The first stage that failed, else the first with a warning; undefined when all passed. */
export function firstTrouble({
  stages,
}: RegistryTest): { mark: Mark; title: string; detail: string; remedy?: string } | undefined {
  const stage =
    stages.find(({ result }) => result === 'failed') ?? stages.find(({ result }) => result === 'warning');
  if (!stage) return undefined;
  const failed = stage.result === 'failed';
  return {
    mark: failed ? 'bad' : 'warning',
    title: failed ? `${STAGES[stage.stage]} failed` : `Answers, with a warning: ${STAGES[stage.stage]}`,
    detail: stage.detail,
    remedy: stage.remedy,
  };
}

/** The registry could be asked, and wants another login than the one it was asked with. */
export function asksForLogin({ stages }: RegistryTest): boolean {
  return stages.some(({ stage, result }) => stage === 'login' && result === 'failed');
}

/** What is known of a registry; one that is not on the list has no login yet. */
export function knownEntry(
  entries: readonly RegistryEntry[],
  name: string,
  tlsVerify: boolean,
): RegistryEntry {
  const known = entries.find((entry) => entry.name === name);
  if (known) return { ...known, tlsVerify };
  return { name, tlsVerify, listed: false, credentials: { from: 'none' }, mirrors: [], notes: [] };
}
