import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DoctorFinding } from '../../../core/contract/topics/doctor.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { t as parts } from '../../parts/messages.ts';
import { t } from '../form/messages.ts';
import { useAnalysis } from '../form/use-config.tsx';
import { draftWith, openConfig, STORED, VSPHERE } from '../open-config.fixture.tsx';
import { TopologyCard } from './topology-card.tsx';
import { useVCenterTests } from './vcenter-tests.ts';
import { VCenterTestsCard } from './vcenter-tests-card.tsx';

beforeEach(() => useVCenterTests.setState({ tests: {} }));

const finding = (level: DoctorFinding['level'], message: string): DoctorFinding => ({
  ...{ level, message, check: 'inventory', subject: message, code: 'vcenter-unfit' },
  why: level === 'ok' ? '' : `The installer needs ${message}`,
  ...{ remedy: level === 'ok' ? '' : `Fix ${message}`, evidence: level === 'ok' ? [] : ['GET /rest: 404'] },
});
const tested = (server: string, ...findings: DoctorFinding[]) => ({
  ...{ server, address: `${server}:443`, at: '2026-01-01T00:00:00Z', findings },
});

function Screen() {
  const { topology } = useAnalysis();
  return (
    <>
      {topology && (
        <TopologyCard
          topology={topology}
          section="vcenters"
          onOpen={vi.fn()}
          onProblem={vi.fn()}
          onHide={vi.fn()}
        />
      )}
      <VCenterTestsCard />
    </>
  );
}
const SERVERS = ['vcenter-a.example.com', 'vcenter-b.example.com', 'vcenter-c.example.com'];

test('says what it contacts, tests all vCenters, and shows each result in the diagram and as a list', async () => {
  const { user, requested } = openConfig(draftWith(VSPHERE), <Screen />, {
    'installConfig.testVCenter': ({ vcenter }) =>
      vcenter === 1
        ? tested(SERVERS[1]!, finding('error', 'cluster gone'), finding('ok', 'logged in'))
        : tested(SERVERS[vcenter]!, finding('ok', 'logged in')),
  });
  const addresses = SERVERS.map((server) => `${server}:443`).join(', ');
  expect(screen.getByText(t('testText', { addresses }))).toBeDefined();
  expect(requested('installConfig.testVCenter')).toEqual([]);
  await user.click(screen.getByRole('button', { name: t('testAllButton') }));
  const result = (server: string) =>
    within(screen.getByRole('region', { name: t('vcenterResultLabel', { vcenter: `${server}:443` }) }));
  expect(await screen.findByText('Fix cluster gone')).toBeDefined();
  // Like Doctor, it shows the consequence, the code and the evidence.
  result(SERVERS[1]!).getByText('The installer needs cluster gone');
  result(SERVERS[1]!).getByText('vcenter-unfit');
  result(SERVERS[1]!).getByText(parts('evidenceTitle', { count: 1 }));
  expect(result(SERVERS[1]!).getByText(t('itemErrors', { errors: 1 }))).toBeDefined();
  expect(result(SERVERS[0]!).getByText(t('passedOutcome', { checks: 1 }))).toBeDefined();
  const sent = requested('installConfig.testVCenter');
  expect(sent.map(({ vcenter }) => vcenter)).toEqual([0, 1, 2]);
  // The engine puts the password in its place.
  expect(sent[0]!.draft.text).toContain(STORED);
  for (const [index, server] of SERVERS.entries())
    expect(
      screen.getByTitle(
        t('vcenterTested', {
          vcenter: server,
          result: index === 1 ? t('itemErrors', { errors: 1 }) : t('passedOutcome', { checks: 1 }),
        }),
      ),
    ).toBeDefined();
});

test('a result disappears when its vCenter changes, and a stopped test has none', async () => {
  let silent = false;
  const { user, now } = openConfig(draftWith(VSPHERE), <Screen />, {
    'installConfig.testVCenter': ({ vcenter }) =>
      silent ? new Promise<never>(() => {}) : tested(SERVERS[vcenter]!, finding('ok', 'logged in')),
  });
  await user.click(screen.getByRole('button', { name: t('testAllButton') }));
  expect(await screen.findAllByRole('region', { name: /^Test of / })).toHaveLength(3);
  now().type(now().text.replaceAll(SERVERS[0]!, 'vcenter-x.example.com'));
  await vi.waitFor(() => expect(screen.getAllByRole('region', { name: /^Test of / })).toHaveLength(2));
  silent = true;
  await user.click(screen.getByRole('button', { name: t('testAllButton') }));
  await user.click(await screen.findByRole('button', { name: t('stopTestButton') }));
  expect(await screen.findByRole('button', { name: t('testAllButton') })).toBeDefined();
  expect(screen.getAllByRole('region', { name: /^Test of / })).toHaveLength(2);
});

test('a test that cannot run shows why', async () => {
  const { user } = openConfig(draftWith(VSPHERE), <Screen />, {
    'installConfig.testVCenter': failing('the engine is busy', { remedy: 'Try again.' }),
  });
  await user.click(screen.getByRole('button', { name: t('testAllButton') }));
  expect(await screen.findAllByText('the engine is busy', { exact: false })).toHaveLength(3);
});
