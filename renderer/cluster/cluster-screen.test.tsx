import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ComparedObjectLine } from '../../core/contract/topics/clusters.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../engine/session.fixture.ts';
import { t as parts } from '../parts/messages.ts';
import { clusterJob, comparedObject } from './cluster.fixture.ts';
import ClusterScreen from './cluster-screen.tsx';
import { useComparedVersion } from './compared-version.ts';
import { t } from './messages.ts';

const LAB = { name: 'lab', cluster: 'lab', server: 'https://api.lab:6443', user: 'admin', current: true };
const EDGE = { ...LAB, name: 'edge', server: 'https://api.edge:6443', current: false };
const COMPARISON = {
  context: 'lab',
  server: 'https://api.lab:6443',
  kubernetesVersion: 'v1.31.2',
  openShiftVersion: '4.18.1',
  comparedAt: '2026-01-01T00:00:00.000Z',
  pools: [{ name: 'worker', machines: 9, updated: 9, state: 'updated' as const }],
};

const select = (name: string) => t('selectLabel', { kind: 'ConfigMap', name });

const clusterScreen = (answers: Answers = {}, address = '/cluster?directory=%2Fw%2Fconfig') =>
  openScreen(
    <ClusterScreen />,
    {
      'clusters.folders': { folders: [{ directory: '/w/config', target: 'registry.lab:5000/ocp' }] },
      'clusters.contexts': { files: ['/home/op/.kube/config'], contexts: [LAB, EDGE] },
      'clusters.records': { records: [] },
      'jobs.list': { jobs: [] },
      ...answers,
    },
    address,
  );

const comparedScreen = async (objects: ComparedObjectLine[], answers: Answers = {}) => {
  const opened = clusterScreen({ 'clusters.compare': { ...COMPARISON, objects }, ...answers });
  await opened.user.click(await buttonThatIs('on', t('compareButton')));
  await screen.findByRole('button', { name: t('otherClusterButton') });
  return opened;
};

describe('the form', () => {
  test('contacts no cluster before a button is pressed', async () => {
    const { requested } = clusterScreen();
    await buttonThatIs('on', t('compareButton'));
    expect([
      ...requested('clusters.compare'),
      ...requested('clusters.check'),
      ...requested('clusters.apply'),
    ]).toEqual([]);
  });

  test('starts with the newest folder with manifests when the address has none', async () => {
    const { requested, user } = clusterScreen(
      { 'clusters.compare': failing('m', { remedy: 'r' }) },
      '/cluster',
    );
    await user.click(await buttonThatIs('on', t('compareButton')));
    expect(requested('clusters.compare')).toEqual([{ directory: '/w/config', overwrite: false }]);
  });

  test('compares with the context that was chosen, and writes it to the address', async () => {
    const { requested, user, address } = clusterScreen();
    await screen.findByRole('option', {
      name: parts('contextOption', { context: 'edge', server: 'https://api.edge:6443' }),
    });
    await user.selectOptions(screen.getByRole('combobox', { name: parts('contextLabel') }), 'edge');
    await expect.poll(address).toBe('/cluster?directory=%2Fw%2Fconfig&context=edge');
    await user.click(await buttonThatIs('on', t('compareButton')));
    expect(requested('clusters.compare')).toEqual([
      { directory: '/w/config', overwrite: false, context: 'edge' },
    ]);
    expect(screen.getByText(t('comparingText', { server: 'https://api.edge:6443' }))).toBeTruthy();
  });

  test('another kubeconfig clears the context, and is read once it is typed', async () => {
    const { requested, user, address } = clusterScreen({}, '/cluster?directory=%2Fw&context=edge');
    await user.click(await screen.findByRole('combobox', { name: parts('kubeconfigLabel') }));
    await user.paste('/srv/kube');
    await expect.poll(() => requested('clusters.contexts').at(-1)).toEqual({ kubeconfig: '/srv/kube' });
    expect(address()).toBe('/cluster?directory=%2Fw&kubeconfig=%2Fsrv%2Fkube');
  });

  test('shows the same as a command', async () => {
    clusterScreen({}, '/cluster?directory=%2Fw+x&context=edge');
    expect(await screen.findByText("airlock cluster-config apply '/w x' --context edge")).toBeTruthy();
  });

  test('offers folders of recent pushes by their registry', async () => {
    const { user, address } = clusterScreen({}, '/cluster?directory=%2Fother');
    await user.click(
      await screen.findByRole('button', {
        name: t('directoryOfButton', { target: 'registry.lab:5000/ocp' }),
      }),
    );
    await expect.poll(address).toBe('/cluster?directory=%2Fw%2Fconfig');
  });

  test("compares nothing without a context, and shows why a kubeconfig couldn't be read", async () => {
    clusterScreen({ 'clusters.contexts': failing('no such file', { remedy: 'Name another file.' }) });
    expect(
      await screen.findByRole('heading', { name: new RegExp(parts('kubeconfigFailedTitle')) }),
    ).toBeTruthy();
    expect(screen.getByText('Name another file.')).toBeTruthy();
    await buttonThatIs('off', t('compareButton'));
  });

  test('gives the reason in a read-only session', async () => {
    clusterScreen(READER);
    await expectRejected(t('compareButton'));
    await expectRejected(t('checkButton'));
  });

  test('shows why a comparison failed and can be sent again', async () => {
    const { user } = clusterScreen({
      'clusters.compare': failing('connection refused', { remedy: 'Check the server.', side: 'destination' }),
    });
    await user.click(await buttonThatIs('on', t('compareButton')));
    expect(await screen.findByRole('heading', { name: new RegExp(t('compareFailedTitle')) })).toBeTruthy();
    expect(screen.getByText('Check the server.')).toBeTruthy();
    await buttonThatIs('on', t('compareButton'));
  });

  test('a comparison that is canceled leaves no failure and the form usable', async () => {
    const { user } = clusterScreen();
    await user.click(await buttonThatIs('on', t('compareButton')));
    await user.click(await screen.findByRole('button', { name: t('cancelButton') }));
    expect(screen.queryByRole('heading', { name: new RegExp(t('compareFailedTitle')) })).toBeNull();
  });
});

describe('a comparison', () => {
  test('tells the search the version of the cluster', async () => {
    onTestFinished(() => useComparedVersion.setState({}, true));
    await comparedScreen([comparedObject('a')]);
    expect(useComparedVersion.getState()).toEqual({ version: '4.18.1' });
  });

  test('applies the chosen objects to the compared context only', async () => {
    const { requested, user } = await comparedScreen([
      comparedObject('a', { namespace: 'openshift-config' }),
      comparedObject('b'),
      comparedObject('c', { action: 'unchanged' }),
    ]);
    await expectHeading(t('noRestartTitle', { objects: 2 }));
    await user.click(screen.getByRole('checkbox', { name: select('b') }));
    expect(requested('clusters.apply')).toEqual([]);
    await user.click(await buttonThatIs('on', t('applyButton', { objects: 1 })));
    expect(requested('clusters.apply')).toEqual([
      {
        context: 'lab',
        directory: '/w/config',
        dryRun: false,
        overwrite: false,
        allowRemoval: false,
        objects: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', namespace: 'openshift-config' }],
      },
    ]);
  });

  test('a dry run sends the same objects and stores nothing', async () => {
    const { requested, user } = await comparedScreen([comparedObject('a')]);
    await user.click(await buttonThatIs('on', t('dryRunButton')));
    expect(requested('clusters.apply')).toMatchObject([{ dryRun: true, objects: [{ name: 'a' }] }]);
  });

  test('objects that cannot change the cluster cannot be chosen', async () => {
    await comparedScreen([
      comparedObject('same', { action: 'unchanged', restartsNodes: true }),
      comparedObject('other', { action: 'skipped', restartsNodes: true }),
      comparedObject('bad', { action: 'rejected' }),
    ]);
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.disabled).toBe(true);
    expect(screen.queryByRole('button', { name: t('applyButton', { objects: 0 }) })).toBeNull();
    expect(screen.getAllByText(t('restartNotApplied'))).toHaveLength(2);
    // The cluster already has the unchanged object.
    expect(screen.getAllByText(t('restartNone'))).toHaveLength(1);
    expect(screen.queryByText(t('beforeTitle'))).toBeNull();
    const check = await buttonThatIs('on', t('checkTitle'));
    expect(check.className).not.toContain('pf-m-primary');
  });

  test('with nothing to apply, the next step is the upgrade readiness of the compared cluster', async () => {
    const { user, address } = await comparedScreen([comparedObject('same', { action: 'unchanged' })], {
      'clusters.folders': { folders: [{ directory: '/w/config', release: '4.18.12' }] },
    });
    const primary = () =>
      [...document.querySelectorAll('.pf-m-primary')].map(({ textContent }) => textContent);
    expect(primary()).toEqual([t('checkTitle')]);
    await user.click(screen.getByRole('button', { name: t('checkTitle') }));
    const version = await screen.findByRole<HTMLInputElement>('textbox', {
      name: new RegExp(t('checkVersionLabel')),
    });
    expect(version.value).toBe('4.18.12');
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t('checkButton')));
    expect(primary()).toEqual([t('checkButton')]);
    await expect.poll(address).toContain('context=lab');
  });

  test('with nothing to apply and the mirrored release installed, the next step is an upgrade path', async () => {
    await comparedScreen([comparedObject('same', { action: 'unchanged' })], {
      'clusters.folders': { folders: [{ directory: '/w/config', release: '4.18.1' }] },
    });
    const path = await screen.findByRole('link', { name: t('upgradePathButton') });
    expect(path.getAttribute('href')).toBe('/upgrades?from=4.18.1');
    expect([...document.querySelectorAll('.pf-m-primary')]).toEqual([path]);
    expect((await buttonThatIs('on', t('checkTitle'))).className).toContain('pf-m-secondary');
  });

  test('a conflict is applied only once overwriting is allowed; a dry run shows it before', async () => {
    const conflicts = [{ field: '.spec.url', owner: 'argocd', theirs: 'a', ours: 'b' }];
    const { requested, user } = await comparedScreen([
      comparedObject('a', { action: 'conflict', conflicts }),
    ]);
    expect(screen.queryByRole('checkbox', { name: t('overwriteLabel') })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: select('a') }));
    await buttonThatIs('off', t('applyButton', { objects: 1 }));
    await buttonThatIs('on', t('dryRunButton'));
    await user.click(screen.getByRole('checkbox', { name: t('overwriteLabel') }));
    await user.click(await buttonThatIs('on', t('applyButton', { objects: 1 })));
    expect(requested('clusters.apply')).toMatchObject([{ overwrite: true, allowRemoval: false }]);
  });

  test('an object that removes something is applied only once the removal is allowed', async () => {
    const { requested, user } = await comparedScreen([comparedObject('a', { removals: ['the catalog x'] })]);
    expect(screen.getByText(t('differenceRemovals', { count: 1 }))).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: select('a') }));
    await buttonThatIs('off', t('applyButton', { objects: 1 }));
    await user.click(screen.getByRole('checkbox', { name: t('removalLabel') }));
    await user.click(await buttonThatIs('on', t('applyButton', { objects: 1 })));
    expect(requested('clusters.apply')).toMatchObject([{ overwrite: false, allowRemoval: true }]);
  });

  test('shows the difference of the object that is open, with owners and values', async () => {
    const { user } = await comparedScreen([
      comparedObject('a', { changes: [{ path: 'spec.image', removed: ['old'], added: ['new\nnewer'] }] }),
      comparedObject('b', {
        action: 'conflict',
        conflicts: [{ field: '.spec.url', owner: 'argocd', theirs: 'https://a', ours: 'https://b' }],
        removals: ['the catalog x'],
      }),
    ]);
    expect(screen.getByText('- old')).toBeTruthy();
    expect(document.querySelector('ins')?.textContent).toBe('+ new\n+ newer');
    await user.click(screen.getAllByRole('button', { name: 'ConfigMap' })[1]!);
    const conflict = screen.getByRole('region', { name: t('conflictLabel', { field: '.spec.url' }) });
    expect(conflict.textContent).toContain('spec.url is owned by argocd');
    expect(within(conflict).getByText('https://a')).toBeTruthy();
    expect(within(conflict).getByText('https://b')).toBeTruthy();
    expect(screen.getByText('the catalog x')).toBeTruthy();
    expect(screen.queryByText('- old')).toBeNull();
  });

  test('shows missing permissions, the state of pools and what restarts before anything is applied', async () => {
    await comparedScreen([comparedObject('a', { restartsNodes: true })], {
      'clusters.compare': {
        ...COMPARISON,
        objects: [comparedObject('a', { restartsNodes: true })],
        missingPermissions: ['patch configmaps'],
        pools: [
          { name: 'master', machines: 3, updated: 3, state: 'updated' },
          { name: 'worker', machines: 9, updated: 4, state: 'degraded', message: 'node w-1 is down' },
        ],
      },
    });
    await expectHeading(t('restartTitle', { objects: 1, nodes: 12 }));
    expect(screen.getByText(t('notPermitted', { count: 1 }))).toBeTruthy();
    expect(screen.getByText('patch configmaps')).toBeTruthy();
    expect(screen.getByText('node w-1 is down')).toBeTruthy();
    expect(document.body.textContent).toContain('Pool worker is degraded. 4 of 9 nodes updated');
    expect(screen.getByText(t('restartNodes'))).toBeTruthy();
    expect(screen.getByText(t('clusterVersion', { version: '4.18.1' }))).toBeTruthy();
  });

  test('an apply that is rejected shows why and leaves the selection unchanged', async () => {
    const { user } = await comparedScreen([comparedObject('a'), comparedObject('b')], {
      'clusters.apply': failing('not allowed', { remedy: 'Ask for the role.' }),
    });
    await user.click(screen.getByRole('checkbox', { name: select('b') }));
    await user.click(await buttonThatIs('on', t('applyButton', { objects: 1 })));
    expect(await screen.findByRole('heading', { name: new RegExp(t('applyFailedTitle')) })).toBeTruthy();
    await buttonThatIs('on', t('applyButton', { objects: 1 }));
  });

  test('objects that are not selected cannot be applied', async () => {
    const { user } = await comparedScreen([comparedObject('a')]);
    await user.click(screen.getByRole('checkbox', { name: select('a') }));
    await buttonThatIs('off', 'Apply selected objects');
  });

  test('the form of another cluster returns with what was typed', async () => {
    const { user } = await comparedScreen([comparedObject('a')]);
    await user.click(screen.getByRole('button', { name: t('otherClusterButton') }));
    expect(
      (await screen.findByRole<HTMLInputElement>('combobox', { name: new RegExp(t('directoryLabel')) }))
        .value,
    ).toBe('/w/config');
  });

  test('an apply that starts is followed on the screen to its end', async () => {
    const { user, report } = await comparedScreen([comparedObject('a')], {
      'clusters.apply': () => clusterJob(),
    });
    await user.click(await buttonThatIs('on', t('applyButton', { objects: 1 })));
    report({ type: 'job', job: clusterJob() });
    await screen.findByRole('heading', { level: 1, name: t('progressTitle', { done: 1, total: 3 }) });
    report({ type: 'job', job: clusterJob({ status: 'done', ok: true, saved: '/w/records/1' }) });
    await screen.findByRole('heading', { level: 1, name: t('appliedTitle', { count: 1 }) });
    await buttonThatIs('on', t('compareAgainButton'));
    await buttonThatIs('on', t('rollBackButton'));
  });
});

describe('the last apply', () => {
  const DONE = clusterJob({ status: 'done', ok: true, saved: '/w/records/1', kubeconfig: '/srv/kube' });
  const jobs = { 'jobs.list': { jobs: [DONE] } };
  const result = t('appliedTitle', { count: 1 });

  test('is shown again after the screen was left, and compared with its own cluster', async () => {
    const { user, requested, address } = clusterScreen(
      { ...jobs, 'clusters.compare': failing('m', { remedy: 'r' }) },
      '/cluster',
    );
    await expectHeading(result);
    await user.click(await buttonThatIs('on', t('compareAgainButton')));
    expect(requested('clusters.compare')).toEqual([
      { directory: '/w/config', kubeconfig: '/srv/kube', context: 'lab', overwrite: false },
    ]);
    await expectHeading(t('startTitle'));
    expect(address()).toContain('job=');
  });

  test('is closed for the form of its cluster', async () => {
    const { user, address } = clusterScreen(jobs, '/cluster');
    await expectHeading(result);
    await user.click(await buttonThatIs('on', t('otherClusterButton')));
    await expectHeading(t('startTitle'));
    await expect.poll(address).toContain('kubeconfig=%2Fsrv%2Fkube');
  });

  test('has an address', async () => {
    clusterScreen(jobs, `/cluster?directory=%2Fother&job=${DONE.id}`);
    await expectHeading(result);
  });

  test.each([
    ['a link to a form', DONE, '/cluster?directory=%2Fw%2Fconfig'],
    ['a plan of another screen', { ...DONE, steps: [] }, '/cluster'],
  ])('never replaces %s', async (_name, job, at) => {
    clusterScreen({ 'jobs.list': { jobs: [job] } }, at);
    await buttonThatIs('on', t('compareButton'));
    await expectHeading(t('startTitle'));
  });
});

test('the manifests of practice are compared with its cluster', async () => {
  const { user, requested } = clusterScreen(
    {
      'practice.state': { state: 'on', directory: '/p', kubeconfig: '/p/kubeconfig' },
      'clusters.compare': failing('m', { remedy: 'r' }),
    },
    '/cluster?directory=%2Fp%2Fstate%2Fconfig',
  );
  await expect.poll(() => requested('clusters.contexts').at(-1)).toEqual({ kubeconfig: '/p/kubeconfig' });
  await user.click(await buttonThatIs('on', t('compareButton')));
  expect(requested('clusters.compare')).toMatchObject([{ kubeconfig: '/p/kubeconfig' }]);
  // The field can be emptied.
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: parts('kubeconfigLabel') });
  await user.clear(field);
  expect(field.value).toBe('');
});

describe('the apply history', () => {
  const RECORD = {
    directory: '/w/records/1',
    context: 'edge',
    server: 'https://api.edge:6443',
    objects: 4,
    appliedAt: '2026-01-01T00:00:00.000Z',
  };
  const withRecords = (answers: Answers = {}) =>
    clusterScreen({
      'clusters.records': {
        records: [RECORD, { ...RECORD, directory: '/w/records/0', rolledBackAt: '2026-01-01T00:00:00.000Z' }],
      },
      ...answers,
    });

  test('a record is rolled back once, after a question that names cluster and objects', async () => {
    const { user, requested } = withRecords();
    const button = await buttonThatIs('on', t('rollBackButton'));
    await user.click(button);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(t('rollbackTitle', { objects: 4, context: 'edge' }))).toBeTruthy();
    expect(requested('clusters.rollback')).toEqual([]);
    await user.click(within(dialog).getByRole('checkbox', { name: t('rollbackOverwriteLabel') }));
    await user.click(within(dialog).getByRole('button', { name: t('rollBackButton') }));
    expect(requested('clusters.rollback')).toEqual([
      { context: 'edge', record: '/w/records/1', overwrite: true, dryRun: false },
    ]);
  });

  test('a dry run of a rollback changes nothing, and Cancel sends nothing', async () => {
    const { user, requested } = withRecords();
    await user.click(await buttonThatIs('on', t('rollBackButton')));
    await user.click(await screen.findByRole('button', { name: t('cancelButton') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requested('clusters.rollback')).toEqual([]);
    await user.click(await buttonThatIs('on', t('rollBackButton')));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: t('dryRunButton') }),
    );
    expect(requested('clusters.rollback')).toMatchObject([{ dryRun: true, overwrite: false }]);
  });

  test('a rollback that is rejected shows why in its dialog', async () => {
    const { user } = withRecords({
      'clusters.rollback': failing('the record was removed', { remedy: 'Choose another.' }),
    });
    await user.click(await buttonThatIs('on', t('rollBackButton')));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: t('rollBackButton') }));
    expect(await within(dialog).findByText('Choose another.')).toBeTruthy();
  });

  test("a history that couldn't be read is reported", async () => {
    clusterScreen({ 'clusters.records': failing('no access', { remedy: 'Check the folder.' }) });
    expect(await screen.findByRole('heading', { name: new RegExp(t('recordsFailedTitle')) })).toBeTruthy();
  });
});
