import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { expectRefused, READER } from '../engine/session.fixture.ts';
import { choice, deletePreview } from './delete.fixture.ts';
import DeleteScreen from './delete-screen.tsx';

const REGISTRY = 'registry.lab:5000/ocp';
const OPENED = {
  desk: 'd1',
  images: 20,
  choices: [choice('odf', 'package'), choice('gitops', 'package')],
  configurations: ['fleet.yaml'],
};

const deleteScreen = (answers: Answers = {}) =>
  openScreen(
    <Routes>
      <Route path="/enclaves/:name/delete" element={<DeleteScreen />} />
    </Routes>,
    {
      'workspaces.list': {
        workspaces: [
          {
            directory: '/w',
            enclaves: [
              {
                name: 'fleet',
                transfers: [{ directory: '/w/transfers/fleet-0001' }],
                lastPush: { run: { root: '/w', sequence: 3 }, target: REGISTRY },
              },
            ],
          },
        ],
      },
      'deletes.open': OPENED,
      'deletes.preview': deletePreview(),
      'deletes.write': { files: ['/w/delete-1.yaml'], preview: deletePreview(), command: 'airlock delete' },
      ...answers,
    },
    '/enclaves/fleet/delete?workspace=%2Fw',
  );

const previewed = async (answers: Answers = {}) => {
  const opened = deleteScreen(answers);
  await opened.user.click(await buttonThatIs('on', 'Look at the registry'));
  await opened.user.click((await screen.findAllByRole('treeitem'))[0]!);
  await expectHeading(/^Frees 3.0 GiB/);
  return opened;
};

const confirm = (user: Awaited<ReturnType<typeof previewed>>['user'], text: string) =>
  user.type(screen.getByRole('textbox', { name: 'The registry and the number of images' }), text);

describe('the form', () => {
  test('begins with the registry of the last push and reads nothing before the button is pressed', async () => {
    const { asked } = deleteScreen();
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Registry/ });
    expect(field.value).toBe(REGISTRY);
    expect(asked('deletes.open')).toEqual([]);
  });

  test('reads the registry with what was filled in', async () => {
    const { user, asked } = deleteScreen();
    const field = await screen.findByRole('textbox', { name: /^Registry/ });
    await user.clear(field);
    await buttonThatIs('off', 'Look at the registry');
    await user.type(field, 'other:5000');
    await user.click(screen.getByText('More that must stay, and how it is reached'));
    await user.click(screen.getByRole('checkbox', { name: "Check the registry's certificate" }));
    await user.click(await buttonThatIs('on', 'Look at the registry'));
    expect(asked('deletes.open')).toEqual([
      {
        ...{ workspace: '/w', destination: 'other:5000', destinationTlsVerify: false },
        ticket: expect.any(String),
      },
    ]);
  });

  test('accepts a context only with a kubeconfig', async () => {
    deleteScreen();
    const context = await screen.findByLabelText<HTMLInputElement>('Context of the kubeconfig');
    expect(context.disabled).toBe(true);
  });

  test('needs a file when a configuration chooses', async () => {
    const { user, asked } = deleteScreen({
      'deletes.fromFile': {
        files: [],
        configurations: [],
        preview: deletePreview(),
        command: 'airlock delete',
      },
    });
    await user.click(await screen.findByRole('radio', { name: 'By a configuration' }));
    await buttonThatIs('off', 'Look at the registry');
    await user.click(screen.getByRole('combobox', { name: /Configuration/ }));
    await user.paste('/w/delete.yaml');
    await user.click(await buttonThatIs('on', 'Look at the registry'));
    await expectHeading(/^Frees 3.0 GiB/);
    expect(asked('deletes.fromFile')).toMatchObject([{ file: '/w/delete.yaml', destination: REGISTRY }]);
    expect(asked('deletes.fromFile')[0]).not.toHaveProperty('write');
    expect(screen.queryByRole('tree')).toBeNull();
  });

  test('shows what is being read', async () => {
    const { user, asked, report } = deleteScreen({ 'deletes.open': () => new Promise(() => {}) });
    await user.click(await buttonThatIs('on', 'Look at the registry'));
    expect(await screen.findByText('Reading what the workspace knows.')).toBeTruthy();
    const id = asked('deletes.open')[0]!.ticket;
    report({
      type: 'job',
      job: { kind: 'request', id, status: 'running', phase: 'probe', unit: 'items', progress: { done: 1 } },
    } as never);
    expect(await screen.findByText(`Looking at ${REGISTRY}.`)).toBeTruthy();
    await buttonThatIs('off', /Look at the registry/);
  });

  test('shows why the registry was not read', async () => {
    const { user } = deleteScreen({ 'deletes.open': failing('no login', { remedy: 'Log in.' }) });
    await user.click(await buttonThatIs('on', 'Look at the registry'));
    expect(await screen.findByRole('heading', { name: /The registry was not looked at/ })).toBeTruthy();
    expect(screen.getByText('Log in.')).toBeTruthy();
  });

  test('gives the reason in a read-only session', async () => {
    deleteScreen(READER);
    await expectRefused('Look at the registry');
  });
});

describe('the preview', () => {
  test('is empty until something is chosen, and names the configurations that protect', async () => {
    const { user, asked } = deleteScreen();
    await user.click(await buttonThatIs('on', 'Look at the registry'));
    await expectHeading('Nothing is chosen yet.');
    expect(document.body.textContent).toContain(
      'Everything, until something is chosen. What is needed is determined by fleet.yaml.',
    );
    expect(asked('deletes.preview')).toEqual([]);
  });

  test('asks for what was chosen and shows what goes, what stays and why', async () => {
    const { asked } = await previewed();
    expect(asked('deletes.preview')).toEqual([{ desk: 'd1', parts: ['odf'] }]);
    expect(screen.getByText('lab.yaml needs them')).toBeTruthy();
    expect(screen.getByText('ocp/rook:v1')).toBeTruthy();
    expect(screen.getByText('and 4 more')).toBeTruthy();
    expect(screen.getByText('and 10 more')).toBeTruthy();
  });

  test('shows absent images, lost tags, attachments and what the cluster needs', async () => {
    await previewed({
      'deletes.open': { ...OPENED, cluster: ['4.18.1 runs there'] },
      'deletes.preview': deletePreview({ absentTotal: 1, absent: ['ocp/x:v1'], tagsOnly: 2, attachments: 1 }),
    });
    expect(screen.getByText('The registry does not have it')).toBeTruthy();
    expect(document.body.textContent).toContain('Of these, 2 lose their tags');
    expect(screen.getByText('1 signature or referrer goes along.')).toBeTruthy();
    expect(screen.getByText('4.18.1 runs there')).toBeTruthy();
  });

  test('a preview that failed shows why', async () => {
    const { user } = deleteScreen({
      'deletes.preview': failing('the list is gone', { remedy: 'Start over.' }),
    });
    await user.click(await buttonThatIs('on', 'Look at the registry'));
    await user.click((await screen.findAllByRole('treeitem'))[0]!);
    expect(await screen.findByRole('heading', { name: /The preview was not made/ })).toBeTruthy();
  });

  test('a registry that deletes nothing offers no confirmation', async () => {
    const refusal = {
      ...{ code: 'delete-disabled', level: 'error' as const, message: 'Deleting is off' },
      remedy: 'Set `delete.enabled`.',
    };
    await previewed({ 'deletes.open': { ...OPENED, refusal } });
    expect(screen.getByRole('heading', { name: /Deleting is off/ })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Confirm' })).toBeNull();
  });

  test('nothing that goes offers no confirmation', async () => {
    const { user } = deleteScreen({ 'deletes.preview': deletePreview({ images: 0 }) });
    await user.click(await buttonThatIs('on', 'Look at the registry'));
    await user.click((await screen.findAllByRole('treeitem'))[0]!);
    await expectHeading(/^Nothing goes: 8 images stay/);
    expect(screen.queryByRole('region', { name: 'Confirm' })).toBeNull();
  });

  test('Start over returns to the form with what was typed', async () => {
    const { user } = await previewed();
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Registry/ })).value).toBe(
      REGISTRY,
    );
    expect(screen.queryByRole('tree')).toBeNull();
  });

  test('a registry without mirrored content says that there is nothing to choose', async () => {
    const { user } = deleteScreen({ 'deletes.open': { ...OPENED, choices: [] } });
    await user.click(await buttonThatIs('on', 'Look at the registry'));
    expect(await screen.findByRole('heading', { name: 'Nothing to choose' })).toBeTruthy();
  });
});

describe('the confirmation', () => {
  test('deletes only after registry and count were typed, and shows the run', async () => {
    const { user, asked, address } = await previewed({
      'deletes.run': { run: { root: '/w', sequence: 9 } },
      'runs.live': () => new Promise(() => {}),
    });
    await buttonThatIs('off', 'Delete 12 images');
    await confirm(user, 'registry.lab:5000 11');
    await buttonThatIs('off', 'Delete 12 images');
    await user.keyboard('{Enter}');
    expect(asked('deletes.write')).toEqual([]);
    await user.keyboard('{Backspace}2');
    await user.click(await buttonThatIs('on', 'Delete 12 images'));
    await expect
      .poll(() => asked('deletes.run'))
      .toEqual([
        {
          listFile: '/w/delete-1.yaml',
          destination: REGISTRY,
          destinationTlsVerify: true,
          forceCacheDelete: false,
          confirmed: { registry: 'registry.lab:5000', images: 12 },
        },
      ]);
    expect(asked('deletes.write')).toEqual([{ desk: 'd1', parts: ['odf'] }]);
    await expect.poll(address).toBe('/enclaves/fleet/delete?workspace=%2Fw&root=%2Fw&run=9');
  });

  test('Enter confirms, with the cache of the workspace where that was chosen', async () => {
    const { user, asked } = await previewed();
    await user.click(screen.getByRole('checkbox', { name: /Also free what this workspace keeps/ }));
    await confirm(user, 'registry.lab:5000 12{Enter}');
    await expect.poll(() => asked('deletes.run')).toMatchObject([{ forceCacheDelete: true }]);
  });

  test('a list that was written with another count is not confirmed', async () => {
    const { user, asked } = await previewed({
      'deletes.write': { files: ['/w/l.yaml'], preview: deletePreview({ images: 13 }), command: 'x' },
    });
    await confirm(user, 'registry.lab:5000 12{Enter}');
    await expect.poll(() => asked('deletes.run')).toMatchObject([{ confirmed: { images: -1 } }]);
  });

  test('Save writes the list, shows its file, and deletes nothing', async () => {
    const { user, asked } = await previewed();
    await user.click(await buttonThatIs('on', 'Save the list only'));
    expect(await screen.findByText('/w/delete-1.yaml')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy the command that executes it' }));
    expect(await navigator.clipboard.readText()).toBe('airlock delete');
    expect(asked('deletes.run')).toEqual([]);
  });

  test('a list that cannot be written deletes nothing and shows why', async () => {
    const { user, asked } = await previewed({
      'deletes.write': failing('disk full', { remedy: 'Free space.' }),
    });
    await confirm(user, 'registry.lab:5000 12{Enter}');
    const region = await screen.findByRole('region', { name: 'Confirm' });
    expect(await within(region).findByText('Free space.')).toBeTruthy();
    expect(asked('deletes.run')).toEqual([]);
  });

  test('a deletion that was rejected shows why and can be sent again', async () => {
    const { user } = await previewed({
      'deletes.run': failing('the list changed', { remedy: 'Look again.' }),
    });
    await confirm(user, 'registry.lab:5000 12{Enter}');
    expect(await screen.findByText('Look again.')).toBeTruthy();
    await buttonThatIs('on', 'Delete 12 images');
  });
});
