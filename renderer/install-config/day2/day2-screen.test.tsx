import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ContractError } from '../../../core/contract/contract-error.ts';
import type { Day2Plan, Day2Step, StartingState } from '../../../core/contract/topics/day2-requests.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
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
  commands: [],
  waitFor: [],
  rollback: { commands: [], files: [], stays: '' },
} as unknown as Day2Step;
const plan = (more: Partial<Day2Plan> = {}): Day2Plan => ({
  title: 'Remove vCenter vc-b',
  start: STATE,
  ok: true,
  refusals: [],
  warnings: [],
  steps: [STEP],
  ...more,
});
const FAILURE = new ContractError({
  code: 'file-missing',
  level: 'error',
  message: 'There is no such folder',
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

/** Opens the screen over objects that were read. */
async function read(answers: Answers = {}) {
  const opened = openDay2(answers);
  await opened.user.click(screen.getByRole('combobox', { name: 'File or folder with the objects' }));
  await opened.user.paste('/data/objects');
  await opened.user.click(await buttonThatIs('on', 'Read objects'));
  await screen.findByRole('region', { name: 'Where it begins' });
  return opened;
}

/** Asks for the plan that removes the second vCenter. */
async function planned(answers: Answers = {}) {
  const opened = await read(answers);
  await opened.user.selectOptions(screen.getByRole('combobox', { name: 'Change' }), 'Remove a vCenter');
  await opened.user.selectOptions(screen.getByRole('combobox', { name: 'vCenter' }), 'vc-b');
  await opened.user.click(await buttonThatIs('on', 'Make the plan'));
  return opened;
}

describe('the objects of a cluster', () => {
  test('are fetched by a line that can be copied', async () => {
    const { user, asked } = openDay2();
    await screen.findByText(COMMAND);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Copy the line' }));
    expect(write.mock.calls).toEqual([[COMMAND]]);
    write.mockRestore();
    expect(asked('installConfig.day2Read')).toEqual([{}]);
    expect(screen.queryByRole('region', { name: 'What shall change' })).toBeNull();
  });

  test('are read from an absolute path, for a release', async () => {
    const { user, asked } = openDay2();
    const path = screen.getByRole('combobox', { name: 'File or folder with the objects' });
    await user.click(path);
    await user.paste('objects');
    await buttonThatIs('off', 'Read objects');
    await user.clear(path);
    await user.paste('/data/objects');
    await user.type(screen.getByRole('textbox', { name: 'OpenShift version' }), '4.18 ');
    await user.click(await buttonThatIs('on', 'Read objects'));
    await expectHeading('The cluster has failure domains that were defined');
    expect(asked('installConfig.day2Read').at(-1)).toEqual({
      objects: '/data/objects',
      openShiftVersion: '4.18',
    });
    const state = screen.getByRole('region', { name: 'Where it begins' });
    expect(state.textContent).toContain('1 failure domain that the administrator defined: fd-a');
    expect(state.textContent).toContain('vc-a, vc-b');
  });

  test('of another platform have no change', async () => {
    await read({
      'installConfig.day2Read': { command: COMMAND, state: { ...STATE, infrastructure: 'unfit' } },
    });
    await expectHeading('These are no objects of a vSphere cluster');
    expect(screen.queryByRole('region', { name: 'What shall change' })).toBeNull();
  });

  test('that cannot be read say why', async () => {
    const { user } = openDay2({ 'installConfig.day2Read': FAILURE });
    await user.click(screen.getByRole('combobox', { name: 'File or folder with the objects' }));
    await user.paste('/nowhere');
    await user.click(await buttonThatIs('on', 'Read objects'));
    await screen.findByText('The objects were not read');
    expect(screen.getByText('Check the path.')).toBeDefined();
  });
});

describe('a change', () => {
  test('adds a vCenter with a failure domain', async () => {
    const { user, asked } = await read();
    await buttonThatIs('off', 'Make the plan');
    expect(screen.getByText('Server and datacenters are needed.')).toBeDefined();
    const put = async (name: string, text: string) => {
      await user.click(screen.getByRole('textbox', { name }));
      await user.paste(text);
    };
    await put('Server', 'vc-c');
    expect(screen.getByText(/^A datacenter is needed/)).toBeDefined();
    await put('Datacenters', 'dc-c');
    await user.keyboard('{Enter}');
    expect(asked('installConfig.day2Plan')).toEqual([]);
    await put('Failure domain in it', 'fd-c');
    await put('Zone', 'z-c');
    await put('Networks', 'VM Network, Storage');
    await user.click(await buttonThatIs('on', 'Make the plan'));
    await expect
      .poll(() => asked('installConfig.day2Plan'))
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
    ['Add failure domains of a file', 'Name the file.'],
    ['Remove a vCenter', 'Choose the vCenter.'],
  ])('waits for what it needs: %s', async (kind, needed) => {
    const { user } = await read();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Change' }), kind);
    expect(screen.getByText(needed)).toBeDefined();
    await buttonThatIs('off', 'Make the plan');
  });

  test('converts the cloud configuration at once', async () => {
    const { user, asked } = await read();
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Change' }),
      'Convert the cloud configuration',
    );
    await user.click(await buttonThatIs('on', 'Make the plan'));
    await expect
      .poll(() => asked('installConfig.day2Plan'))
      .toMatchObject([{ change: { convertCloudConfig: true } }]);
  });

  test('that is refused says why, and cannot be saved', async () => {
    const refusals = [
      { code: 'x', level: 'error', message: 'fd-b has machines', remedy: 'Drain it.' },
    ] as const;
    await planned({ 'installConfig.day2Plan': plan({ ok: false, refusals: [...refusals], steps: [] }) });
    await expectHeading('Remove vCenter vc-b: refused');
    expect(within(screen.getByRole('region', { name: 'Refused' })).getByText('Drain it.')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Save the plan' })).toBeNull();
  });

  test('that fails leaves the form', async () => {
    await planned({ 'installConfig.day2Plan': FAILURE });
    await screen.findByText('No plan was made');
    await buttonThatIs('on', 'Make the plan');
  });
});

describe('a plan', () => {
  const forgets = async (edit: (user: Awaited<ReturnType<typeof planned>>['user']) => Promise<void>) => {
    const { user } = await planned();
    await expectHeading('Remove vCenter vc-b: 1 step');
    await edit(user);
    expect(screen.queryByRole('region', { name: 'Save the plan' })).toBeNull();
    expect(screen.queryByRole('list', { name: 'Steps of the plan' })).toBeNull();
  };

  test('is gone with another change', () =>
    forgets((user) => user.selectOptions(screen.getByRole('combobox', { name: 'vCenter' }), 'vc-a')));

  test('is gone with another release', () =>
    forgets((user) => user.type(screen.getByRole('textbox', { name: 'OpenShift version' }), '4')));

  test('is gone with other objects', () =>
    forgets((user) =>
      user.type(screen.getByRole('combobox', { name: 'File or folder with the objects' }), '2'),
    ));

  test('is saved next to the objects', async () => {
    const { user, asked } = await planned({
      'installConfig.day2Save': { files: ['PLAN.md', 'a'], removed: ['b'], others: ['mine.txt'] },
    });
    await screen.findByRole('region', { name: 'Save the plan' });
    expect(asked('installConfig.day2Save')).toEqual([]);
    await user.click(await buttonThatIs('on', 'Save plan'));
    await screen.findByText('2 files written; 1 file of the plan before removed');
    expect(screen.getByText(/belong to no step of this plan: mine\.txt/)).toBeDefined();
    expect(asked('installConfig.day2Save')).toEqual([
      {
        objects: '/data/objects',
        openShiftVersion: undefined,
        change: { removeVCenters: ['vc-b'] },
        directory: '/data/day-2-plan',
      },
    ]);
  });

  test('that is not saved says why', async () => {
    const { user } = await planned({ 'installConfig.day2Save': FAILURE });
    await user.click(await screen.findByRole('button', { name: 'Save plan' }));
    await screen.findByText('The plan was not saved');
  });
});

test('a step has its checks, files, commands and its way back', async () => {
  const step: Day2Step = {
    ...STEP,
    optional: true,
    preChecks: [
      { title: 'The release is new enough', verdict: 'pass', detail: '4.18.9', command: 'oc version' },
      {
        title: 'No machine is there',
        verdict: 'ask',
        detail: 'The files do not tell',
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
    waitFor: [{ what: 'no operator is progressing', command: 'oc get co' }],
    rollback: { commands: ['oc replace -f back.yaml'], files: [], stays: 'the tags' },
  };
  await planned({ 'installConfig.day2Plan': plan({ steps: [step] }) });
  const card = within(await screen.findByRole('region', { name: 'Step 1: Write the Infrastructure object' }));
  expect(card.getByText('optional')).toBeDefined();
  const before = within(card.getByRole('region', { name: 'Before' }));
  expect(before.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Passed.*The release is new enough4\.18\.9$/),
    expect.stringMatching(/Look.*No machine is thereThe files do not telloc get machines$/),
  ]);
  expect(card.getByText('Tag the datacenter')).toBeDefined();
  expect(card.getByText(/-server: vc-b/).className).toBe('al-d2-removed');
  expect(card.getByText(/\+server: vc-c/).className).toBe('al-d2-added');
  expect(card.getByText(/Secret vc-c/).textContent).toContain('(new)');
  expect(card.getByText('Wait until no operator is progressing')).toBeDefined();
  expect(card.getByText('What stays: the tags.')).toBeDefined();
  expect(card.getAllByRole('button', { name: /^Copy the commands$/ })).toHaveLength(1);
});
