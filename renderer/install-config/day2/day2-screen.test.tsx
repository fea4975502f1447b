import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import type { ClusterJob } from '../../../core/contract/topics/clusters.ts';
import type { Day2Plan, Day2Step, StartingState } from '../../../core/contract/topics/day2-requests.ts';
import { clusterJob } from '../../cluster/cluster.fixture.ts';
import { t as cluster } from '../../cluster/messages.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import Day2Screen from './screen.tsx';

const COMMAND = 'oc get infrastructure cluster -o yaml';
const STATE: StartingState = {
  infrastructure: 'defined',
  cloudConfig: 'yaml',
  vcenters: [
    { server: 'vc-a', datacenters: ['dc-a'] },
    { server: 'vc-b', datacenters: ['dc-b'] },
  ],
  failureDomains: [{ name: 'fd-a', region: 'r', zone: 'z', server: 'vc-a', datacenter: 'dc-a' }],
  openShiftVersion: '4.18.9',
  infraId: 'bergen-x7k2p',
};
const STEP: Day2Step = {
  id: 'infrastructure',
  title: 'Write the Infrastructure object',
  why: 'It lists the vCenters.',
  optional: false,
  preChecks: [],
  checklist: [],
  files: [],
  actions: [],
  commands: [],
  waitFor: [],
  rollback: { commands: [], files: [], remains: '' },
} as unknown as Day2Step;
const plan = (more: Partial<Day2Plan> = {}): Day2Plan => ({
  title: 'Remove vCenter vc-b',
  start: STATE,
  ok: true,
  rejections: [],
  warnings: [],
  steps: [STEP],
  ...more,
});
const FAILURE = new ContractError({
  code: 'file-missing',
  level: 'error',
  message: 'Folder not found',
  remedy: 'Check the path.',
  problems: [],
});

Element.prototype.scrollIntoView ??= () => {};

const openDay2 = (answers: Answers = {}) =>
  openScreen(<Day2Screen draft="d1" />, {
    'installConfig.day2Read': ({ objects }) => ({
      command: COMMAND,
      state: objects === undefined ? undefined : STATE,
    }),
    'installConfig.day2Plan': plan(),
    'installConfig.day2Save': { files: ['PLAN.md', 'a.yaml'], removed: [], others: [] },
    'paths.complete': { entries: [] },
    ...answers,
  });

/** Opens the screen and reads the objects. */
async function read(answers: Answers = {}) {
  const opened = openDay2(answers);
  await opened.user.click(screen.getByRole('combobox', { name: t('objectsLabel') }));
  await opened.user.paste('/data/objects');
  await opened.user.click(await buttonThatIs('on', t('readButton')));
  await screen.findByRole('region', { name: t('stateTitle') });
  return opened;
}

/** Creates the plan that removes the second vCenter. */
async function planned(answers: Answers = {}) {
  const opened = await read(answers);
  await opened.user.selectOptions(screen.getByRole('combobox', { name: t('kindLabel') }), t('removeOption'));
  await opened.user.selectOptions(screen.getByRole('combobox', { name: t('removeLabel') }), 'vc-b');
  await opened.user.click(await buttonThatIs('on', t('planButton')));
  return opened;
}

describe('the objects of a cluster', () => {
  test('are fetched by a command that can be copied', async () => {
    const { user, requested } = openDay2();
    await screen.findByText(COMMAND);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: t('copyFetchCommandButton') }));
    expect(write.mock.calls).toEqual([[COMMAND]]);
    write.mockRestore();
    expect(requested('installConfig.day2Read')).toEqual([{}]);
    expect(screen.queryByRole('region', { name: t('changeTitle') })).toBeNull();
  });

  test('are read from an absolute path, for a release', async () => {
    const { user, requested } = openDay2();
    const path = screen.getByRole('combobox', { name: t('objectsLabel') });
    await user.click(path);
    await user.paste('objects');
    await buttonThatIs('off', t('readButton'));
    await user.clear(path);
    await user.paste('/data/objects');
    await user.type(screen.getByRole('textbox', { name: t('versionLabel') }), '4.18 ');
    await user.click(await buttonThatIs('on', t('readButton')));
    await expectHeading(t('definedTitle'));
    expect(requested('installConfig.day2Read').at(-1)).toEqual({
      objects: '/data/objects',
      openShiftVersion: '4.18',
    });
    const state = screen.getByRole('region', { name: t('stateTitle') });
    expect(state.textContent).toContain(t('infrastructureDefined', { count: 1, names: 'fd-a' }));
    expect(state.textContent).toContain('vc-a, vc-b');
  });

  test('of another platform have no change', async () => {
    await read({
      'installConfig.day2Read': { command: COMMAND, state: { ...STATE, infrastructure: 'unfit' } },
    });
    await expectHeading(t('otherPlatformTitle'));
    expect(screen.queryByRole('region', { name: t('changeTitle') })).toBeNull();
  });

  test("that couldn't be read show why", async () => {
    const { user } = openDay2({ 'installConfig.day2Read': FAILURE });
    await user.click(screen.getByRole('combobox', { name: t('objectsLabel') }));
    await user.paste('/nowhere');
    await user.click(await buttonThatIs('on', t('readButton')));
    await screen.findByText(t('readFailedTitle'));
    expect(screen.getByText('Check the path.')).toBeDefined();
  });
});

describe('a change', () => {
  test('adds a vCenter with a failure domain', async () => {
    const { user, requested } = await read();
    await buttonThatIs('off', t('planButton'));
    expect(screen.getByText(t('bothNeededText'))).toBeDefined();
    const put = async (name: string, text: string) => {
      await user.click(screen.getByRole('textbox', { name }));
      await user.paste(text);
    };
    await put(t('serverLabel'), 'vc-c');
    expect(screen.getByText(t('datacenterNeededText'))).toBeDefined();
    await put(t('datacentersLabel'), 'dc-c');
    await user.keyboard('{Enter}');
    expect(requested('installConfig.day2Plan')).toEqual([]);
    await put(t('domainLabel'), 'fd-c');
    await put(t('zoneLabel'), 'z-c');
    await put(t('networksLabel'), 'VM Network, Storage');
    await user.click(await buttonThatIs('on', t('planButton')));
    await expect
      .poll(() => requested('installConfig.day2Plan'))
      .toMatchObject([
        {
          objects: '/data/objects',
          change: {
            addVCenters: [{ server: 'vc-c', datacenters: ['dc-c'] }],
            addFailureDomains: [
              {
                name: 'fd-c',
                zone: 'z-c',
                topology: { datacenter: 'dc-c', networks: ['VM Network', 'Storage'] },
              },
            ],
          },
        },
      ]);
  });

  test.each([
    [t('domainsOption'), t('fileNeededText')],
    [t('removeOption'), t('removeNeededText')],
  ])('reports its missing value: %s', async (kind, needed) => {
    const { user } = await read();
    await user.selectOptions(screen.getByRole('combobox', { name: t('kindLabel') }), kind);
    expect(screen.getByText(needed)).toBeDefined();
    await buttonThatIs('off', t('planButton'));
  });

  test('converts the cloud configuration at once', async () => {
    const { user, requested } = await read();
    await user.selectOptions(screen.getByRole('combobox', { name: t('kindLabel') }), t('convertOption'));
    await user.click(await buttonThatIs('on', t('planButton')));
    await expect
      .poll(() => requested('installConfig.day2Plan'))
      .toMatchObject([{ change: { convertCloudConfig: true } }]);
  });

  test('that is rejected shows why, and has no plan to save', async () => {
    const rejections = [
      { code: 'x', level: 'error', message: 'fd-b has machines', remedy: 'Drain it.' },
    ] as const;
    await planned({ 'installConfig.day2Plan': plan({ ok: false, rejections: [...rejections], steps: [] }) });
    await expectHeading(t('rejectedTitle', { change: 'Remove vCenter vc-b' }));
    expect(
      within(screen.getByRole('region', { name: t('rejectedCardTitle') })).getByText('Drain it.'),
    ).toBeDefined();
    expect(screen.queryByRole('region', { name: t('saveTitle') })).toBeNull();
  });

  test('without a plan because of a failure leaves the form usable', async () => {
    await planned({ 'installConfig.day2Plan': FAILURE });
    await screen.findByText(t('planFailedTitle'));
    await buttonThatIs('on', t('planButton'));
  });
});

describe('a plan', () => {
  const clears = async (edit: (user: Awaited<ReturnType<typeof planned>>['user']) => Promise<void>) => {
    const { user } = await planned();
    await expectHeading(t('planTitle', { change: 'Remove vCenter vc-b', steps: 1 }));
    await edit(user);
    expect(screen.queryByRole('region', { name: t('saveTitle') })).toBeNull();
    expect(screen.queryByRole('list', { name: t('stepsLabel') })).toBeNull();
  };

  test('is cleared by another change', () =>
    clears((user) => user.selectOptions(screen.getByRole('combobox', { name: t('removeLabel') }), 'vc-a')));

  test('is cleared by another version', () =>
    clears((user) => user.type(screen.getByRole('textbox', { name: t('versionLabel') }), '4')));

  test('is cleared by other objects', () =>
    clears((user) => user.type(screen.getByRole('combobox', { name: t('objectsLabel') }), '2')));

  test('is saved next to the objects', async () => {
    const { user, requested } = await planned({
      'installConfig.day2Save': { files: ['PLAN.md', 'a'], removed: ['b'], others: ['mine.txt'] },
    });
    await screen.findByRole('region', { name: t('saveTitle') });
    expect(requested('installConfig.day2Save')).toEqual([]);
    await user.click(await buttonThatIs('on', t('saveButton')));
    await screen.findByText(t('savedRemovedText', { count: 2, removed: 1 }));
    expect(screen.getByText(t('othersText', { files: 'mine.txt' }))).toBeDefined();
    expect(requested('installConfig.day2Save')).toEqual([
      {
        objects: '/data/objects',
        openShiftVersion: undefined,
        change: { removeVCenters: ['vc-b'] },
        directory: '/data/day-2-plan',
      },
    ]);
  });

  test('that could not be saved shows why', async () => {
    const { user } = await planned({ 'installConfig.day2Save': FAILURE });
    await user.click(await screen.findByRole('button', { name: t('saveButton') }));
    await screen.findByText(t('saveFailedTitle'));
  });
});

test('a step has its checks, files, commands and rollback', async () => {
  const step: Day2Step = {
    ...STEP,
    optional: true,
    preChecks: [
      { title: 'The release is new enough', verdict: 'pass', detail: '4.18.9', command: 'oc version' },
      {
        title: 'No machine remains',
        verdict: 'ask',
        detail: 'Not in the files',
        command: 'oc get machines',
      },
    ],
    checklist: ['Tag the datacenter'],
    files: [
      {
        path: '03/infrastructure.yaml',
        object: 'Infrastructure cluster',
        before: 'a',
        after: 'b',
        diff: [
          { kind: 'removed', text: 'server: vc-b' },
          { kind: 'added', text: 'server: vc-c' },
        ],
      },
      { path: '03/new.yaml', object: 'Secret vc-c', after: 'x', diff: [] },
    ],
    commands: ['oc replace -f a.yaml', 'oc create -f b.yaml'],
    waitFor: [{ subject: 'no operator is progressing', command: 'oc get co' }],
    rollback: { commands: ['oc replace -f back.yaml'], files: [], remains: 'the tags' },
  };
  await planned({ 'installConfig.day2Plan': plan({ steps: [step] }) });
  const card = within(
    await screen.findByRole('region', {
      name: t('stepLabel', { number: 1, step: 'Write the Infrastructure object' }),
    }),
  );
  expect(card.getByText(t('optionalNote'))).toBeDefined();
  const before = within(card.getByRole('region', { name: t('preChecksTitle') }));
  expect(before.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Passed.*The release is new enough4\.18\.9$/),
    expect.stringMatching(/Manual.*No machine remainsNot in the filesoc get machines$/),
  ]);
  expect(card.getByText('Tag the datacenter')).toBeDefined();
  expect(card.getByText(/-server: vc-b/).className).toBe('al-d2-removed');
  expect(card.getByText(/\+server: vc-c/).className).toBe('al-d2-added');
  expect(card.getByText(/Secret vc-c/).textContent).toContain(t('newObject'));
  expect(card.getByText(t('waitTitle', { condition: 'no operator is progressing' }))).toBeDefined();
  expect(card.getByText(t('rollbackLimits', { limits: 'the tags' }))).toBeDefined();
  expect(card.getAllByRole('button', { name: t('copyCommandsButton') })).toHaveLength(1);
});

describe('applying the plan', () => {
  const KEYS = ['vc-b.example.lan.username', 'vc-b.example.lan.password'];
  const secret = { apiVersion: 'v1', kind: 'Secret', name: 'vsphere-creds' };
  const steps = [
    { ...STEP, actions: [{ verb: 'set-keys', object: secret, keys: KEYS }] },
    { ...STEP, id: 'machines', title: 'Manual', actions: [{ verb: 'manual' }] },
  ] as unknown as Day2Step[];
  const job = (id: string, dryRun: boolean): ClusterJob =>
    clusterJob({ id, dryRun, status: 'done', ok: true, steps: [{ title: '1', state: 'done' }] });
  const answers: Answers = {
    'installConfig.day2Plan': plan({ steps }),
    'clusters.contexts': {
      files: ['/kube'],
      contexts: [{ name: 'lab', cluster: 'lab', server: 'https://lab', user: 'u', current: true }],
    },
    'jobs.list': { jobs: [job('dry', true), job('real', false)] },
    'clusters.applyDay2': ({ dryRun }) => job(dryRun ? 'dry' : 'real', dryRun === true),
  };

  test('previews it without the account, sends the account once, and forgets it', async () => {
    const { user, requested } = await planned(answers);
    const password = await screen.findByLabelText('vc-b.example.lan.password');
    expect(password.getAttribute('type')).toBe('password');
    await user.type(screen.getByLabelText('vc-b.example.lan.username'), 'svc');
    await user.type(password, 'made-up');
    await user.click(screen.getByRole('checkbox', { name: t('preparedLabel') }));
    await user.click(await buttonThatIs('on', cluster('previewPlanButton')));
    await user.click(await buttonThatIs('on', cluster('applyPlanButton', { steps: 1 })));
    expect((password as HTMLInputElement).value).toBe('');
    const [first, second] = requested('clusters.applyDay2');
    expect(first).toMatchObject({ objects: '/data/objects', dryRun: true, credentials: {} });
    expect(second).toMatchObject({
      ...{ dryRun: false, prepared: true, change: { removeVCenters: ['vc-b'] } },
      credentials: { 'vc-b.example.lan.username': 'svc', 'vc-b.example.lan.password': 'made-up' },
    });
  });
});
