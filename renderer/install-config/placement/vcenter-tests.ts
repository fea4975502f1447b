import { create } from 'zustand';
import { failureOf } from '../../../core/contract/contract-error.ts';
import type { InstallConfig } from '../../../core/contract/documents/install-config.ts';
import type { AirlockClient } from '../../../core/contract/envelope.ts';
import type {
  InstallConfigDraft,
  VCenterTest,
} from '../../../core/contract/topics/install-config-requests.ts';
import type { ContractFailure } from '../../../core/contract/topics/vocabulary.ts';
import type { Mark } from '../../parts/state-mark.tsx';
import { t } from '../form/messages.ts';

/** The test of a vCenter on this page. */
export type VCenterTestState =
  | { state: 'testing' }
  | { state: 'done'; test: VCenterTest }
  /** The test itself couldn't run. */
  | { state: 'untestable'; failure: ContractFailure };

/** Results by {@link testKey}, until the page is closed. They never contain passwords. */
export const useVCenterTests = create<{ tests: Record<string, VCenterTestState | undefined> }>(() => ({
  tests: {},
}));

function note(key: string, state: VCenterTestState | undefined): void {
  useVCenterTests.setState(({ tests }) => ({ tests: { ...tests, [key]: state } }));
}

/**
 * Returns the key of a result: everything that it depends on. A changed vCenter or failure domain has no result. Passwords
 * are placeholders here.
 */
export function testKey(draft: string, config: InstallConfig, index: number): string {
  const { vcenters = [], failureDomains = [] } = config.platform?.vsphere ?? {};
  const vcenter = vcenters[index];
  return JSON.stringify([draft, vcenter, failureDomains.filter(({ server }) => server === vcenter?.server)]);
}

/** Returns the host and port that the test of each vCenter connects to, in the order of the file. */
export function testAddresses(config: InstallConfig): string[] {
  const { vcenters = [] } = config.platform?.vsphere ?? {};
  return vcenters.map(({ server, port = 443 }, index) =>
    server ? `${server}:${port}` : t('vcenterItem', { number: index + 1 }),
  );
}

/** Tests all vCenters at the same time, and stores each result when it arrives. After a stop, former results remain. */
export async function testVCenters(
  client: AirlockClient,
  draft: InstallConfigDraft,
  config: InstallConfig,
  signal: AbortSignal,
): Promise<void> {
  const { vcenters = [] } = config.platform?.vsphere ?? {};
  await Promise.all(
    vcenters.map(async (_, vcenter) => {
      const key = testKey(draft.id, config, vcenter);
      const before = useVCenterTests.getState().tests[key];
      note(key, { state: 'testing' });
      try {
        const test = await client.request('installConfig.testVCenter', { draft, vcenter }, { signal });
        note(key, { state: 'done', test });
      } catch (error) {
        if (signal.aborted) note(key, before?.state === 'testing' ? undefined : before);
        else note(key, { state: 'untestable', failure: failureOf(error) });
      }
    }),
  );
}

/** Returns the result of a test as a mark and in a few words; undefined before the first one. */
export function testOutcome(known: VCenterTestState | undefined): { mark: Mark; words: string } | undefined {
  if (!known) return undefined;
  if (known.state === 'testing') return { mark: 'running', words: t('testingOutcome') };
  if (known.state === 'untestable') return { mark: 'bad', words: t('untestableOutcome') };
  const count = (level: string) => known.test.findings.filter((finding) => finding.level === level).length;
  const [errors, warnings] = [count('error'), count('warning')];
  if (errors > 0) return { mark: 'bad', words: t('itemErrors', { errors }) };
  if (warnings > 0) return { mark: 'warning', words: t('itemWarnings', { warnings }) };
  return { mark: 'good', words: t('passedOutcome', { checks: count('ok') }) };
}
