import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { READER } from '../hosts-screen.fixture.tsx';
import { adoptCommand } from './adopt-form.ts';
import AdoptScreen from './adopt-screen.tsx';
import { t } from './messages.ts';

const problem = { code: 'nmstate-migration', level: 'error' as const, message: 'Reason', remedy: 'Remedy.' };
const node = { uplink: ['bond0', 'eno1'], addresses: ['192.0.2.21/24'], automatic: true, mtu: 1500 };
const ADOPTED = {
  openShiftVersion: '4.20.3',
  nodes: [
    {
      ...node,
      name: 'worker-0',
      role: 'worker',
      verdict: 'ready' as const,
      problems: [],
      file: 'documents/worker/worker-0.yml',
    },
    { ...node, name: 'worker-1', role: undefined, verdict: 'blocked' as const, problems: [problem] },
    { ...node, name: 'worker-2', role: 'worker', verdict: 'done' as const, problems: [] },
  ],
  files: [
    { file: 'README.md', about: 'Steps', text: '# Steps\n' },
    {
      ...{ file: 'documents/worker/worker-0.yml', about: 'Network document', text: 'interfaces: []\n' },
      document: {
        role: 'worker',
        hosts: ['worker-0'],
        decisions: [
          { kind: 'included' as const, what: 'MTU 1500', why: 'It was copied.' },
          { kind: 'omitted' as const, what: 'Patch ports', why: 'OVN-Kubernetes adds them.' },
        ],
      },
    },
  ],
  steps: [
    { title: 'Apply', why: 'First.', files: [], commands: ['oc create -f x.yaml', 'oc wait mcp/worker'] },
  ],
  rollback: [{ title: 'Before a restart', why: 'Nothing changed.', files: [], commands: ['oc delete mc x'] }],
  problems: [],
  hosts: [
    { name: 'worker-0', role: 'worker', nics: [], addresses: [], variables: {}, own: 'interfaces: []\n' },
  ],
  fingerprint: 'abc',
};
const open = (answers: Answers = {}, address = '/hosts/adopt?from=/data/nns.yaml') =>
  openScreen(
    <AdoptScreen />,
    {
      'hosts.adopt': ADOPTED,
      'hosts.saveAdopted': ({ directory }) => ({ directory, files: [] }),
      'hosts.save': { savedAt: '2026-01-01T00:00:00.000Z' },
      'paths.complete': { entries: [] },
      'clusters.contexts': {
        files: ['/home/op/.kube/config'],
        contexts: [{ name: 'lab', server: 'https://api.lab:6443', current: true }],
      },
      ...answers,
    },
    address,
  );
const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const region = (name: string) => screen.getByRole('region', { name });

describe('the nodes', () => {
  test('are read from a file on request, with the verdict and the reason of each', async () => {
    const { user, requested } = open();
    await expectHeading(t('startTitle'));
    expect(requested('hosts.adopt')).toEqual([]);
    await press(user, t('readButton'));
    await expectHeading(t('readyTitle', { ready: 1, nodes: 3 }));
    expect(requested('hosts.adopt')).toEqual([{ from: '/data/nns.yaml' }]);
    const [, ...rows] = within(region(t('nodesTitle'))).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(
        /worker-0worker.*Ready.*bond0 < eno1.*192\.0\.2\.21\/24 \(DHCP\).*worker\/worker-0\.yml/,
      ),
      expect.stringMatching(/worker-1unknown.*Blocked.*Reason\. Remedy\./),
      expect.stringMatching(/worker-2worker.*Migrated/),
    ]);
  });

  test('are read from a cluster by its context', async () => {
    const { user, requested, address } = open({}, '/hosts/adopt');
    await buttonThatIs('off', t('readButton'));
    await user.selectOptions(screen.getByRole('combobox', { name: t('sourceLabel') }), 'cluster');
    await user.type(screen.getByRole('textbox', { name: t('versionLabel') }), '4.20');
    await press(user, t('readButton'));
    await expectHeading(t('readyTitle', { ready: 1, nodes: 3 }));
    expect(requested('hosts.adopt')).toEqual([{ openShiftVersion: '4.20' }]);
    expect(address()).toContain('source=cluster');
  });

  test('that cannot be read show the reason, and a request can be canceled', async () => {
    const missing = new ContractError({ ...problem, message: 'No reports', problems: [] });
    const { user } = open({ 'hosts.adopt': missing });
    await press(user, t('readButton'));
    expect(await screen.findByText(t('readFailedTitle'))).toBeDefined();
    expect(screen.getByText(/No reports/)).toBeDefined();
  });

  test('a slow request can be canceled', async () => {
    const { user } = open({ 'hosts.adopt': () => new Promise<never>(() => {}) });
    await press(user, t('readButton'));
    expect(await screen.findByText(t('readingText'))).toBeDefined();
    await press(user, t('cancelButton'));
    await screen.findByRole('button', { name: t('readButton') });
    expect(screen.queryByText(t('readFailedTitle'))).toBeNull();
  });
});

describe('the files', () => {
  test('show a document with its explanation, the steps and the rollback', async () => {
    const { user } = open();
    await press(user, t('readButton'));
    expect(await screen.findByRole('heading', { name: 'documents/worker/worker-0.yml' })).toBeDefined();
    for (const text of ['MTU 1500', 'Patch ports', 'OVN-Kubernetes adds them.', 'Before a restart'])
      expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByText(/oc create -f x\.yaml/).textContent).toBe(
      'oc create -f x.yaml\noc wait mcp/worker',
    );
    await user.click(screen.getByRole('button', { name: /^README\.md/ }));
    expect(screen.getByRole('heading', { name: 'README.md' })).toBeDefined();
    expect(screen.queryByText('Patch ports')).toBeNull();
    await user.click(within(region(t('nodesTitle'))).getByRole('button', { name: 'worker/worker-0.yml' }));
    expect(screen.getByRole('heading', { name: 'documents/worker/worker-0.yml' })).toBeDefined();
  });

  test('are saved to a directory with the fingerprint of the preview', async () => {
    const { user, requested } = open();
    await press(user, t('readButton'));
    await press(user, t('saveButton'));
    await user.type(await screen.findByRole('combobox', { name: t('directoryLabel') }), '/data/out');
    await press(user, t('saveFilesButton', { files: 2 }));
    expect(await screen.findByText('/data/out')).toBeDefined();
    expect(requested('hosts.saveAdopted')).toEqual([
      { from: '/data/nns.yaml', directory: '/data/out', fingerprint: 'abc' },
    ]);
  });

  test('become a host table', async () => {
    const { user, requested, address } = open();
    await press(user, t('readButton'));
    await press(user, t('addButton'));
    expect(address()).toBe('/hosts');
    expect(requested('hosts.save')[0]).toMatchObject({
      ...{ name: t('setName'), source: '/data/nns.yaml', openShiftVersion: '4.20.3' },
      hosts: [{ name: 'worker-0', own: 'interfaces: []\n' }],
    });
  });

  test('are not saved for a release that keeps the old bridge, or by a reader', async () => {
    const old = { ...problem, message: 'Too old' };
    const { user } = open({ 'hosts.adopt': { ...ADOPTED, problems: [old] } });
    await press(user, t('readButton'));
    expect(await screen.findByText(/Too old/)).toBeDefined();
    await buttonThatIs('off', t('saveButton'));
  });

  test('a reader reads no nodes', async () => {
    open(READER);
    await buttonThatIs('off', t('readButton'));
  });
});

test('the command of a terminal quotes its words', () => {
  const form = {
    source: 'file' as const,
    from: "/data/it's.yaml",
    kubeconfig: '',
    context: '',
    version: '4.20',
  };
  expect(adoptCommand(form)).toBe(
    `airlock nmstate adopt '/data/it'\\''s.yaml' --openshift-version 4.20 -o DIR/`,
  );
  expect(adoptCommand({ ...form, source: 'cluster', kubeconfig: '/k', context: 'lab' })).toBe(
    'airlock nmstate adopt --kubeconfig /k --context lab --openshift-version 4.20 -o DIR/',
  );
});
