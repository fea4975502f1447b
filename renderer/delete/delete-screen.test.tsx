import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../engine/session.fixture.ts';
import { choice, deletePreview } from './delete.fixture.ts';
import DeleteScreen from './delete-screen.tsx';
import { t } from './messages.ts';

const REGISTRY = 'registry.lab:5000/ocp';
const OPENED = {
  session: 'd1',
  images: 20,
  choices: [choice('odf', 'package'), choice('gitops', 'package')],
  configurations: ['fleet.yaml'],
};

const FREES = t('freesRetainsTitle', { size: '3.0 GiB', deleted: '12', selected: 20, retained: '8' });

const deleteScreen = (answers: Answers = {}, at = '/enclaves/fleet/delete?workspace=%2Fw') =>
  openScreen(
    <Routes>
      <Route path="/delete" element={<DeleteScreen />} />
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
    at,
  );

const previewed = async (answers: Answers = {}) => {
  const opened = deleteScreen(answers);
  await opened.user.click(await buttonThatIs('on', t('readButton')));
  await opened.user.click((await screen.findAllByRole('treeitem'))[0]!);
  await expectHeading(FREES);
  return opened;
};

const confirm = (user: Awaited<ReturnType<typeof previewed>>['user'], text: string) =>
  user.type(screen.getByRole('textbox', { name: t('typeLabel') }), text);

describe('the form', () => {
  test('starts with the registry of the last push and reads nothing before the button is pressed', async () => {
    const { requested } = deleteScreen();
    const field = await screen.findByRole<HTMLInputElement>('textbox', {
      name: new RegExp(`^${t('registryLabel')}`),
    });
    expect(field.value).toBe(REGISTRY);
    expect(requested('deletes.open')).toEqual([]);
  });

  test('opened from the navigation, starts with the enclave that was pushed last', async () => {
    deleteScreen({}, '/delete?workspace=%2Fw');
    const field = await screen.findByRole<HTMLInputElement>('textbox', {
      name: new RegExp(`^${t('registryLabel')}`),
    });
    expect(field.value).toBe(REGISTRY);
    expect(screen.getByRole('link', { name: 'fleet' })).toBeDefined();
  });

  test('without a workspace, explains what is needed', async () => {
    deleteScreen({ 'settings.read': { workspaces: [] }, 'workspaces.list': { workspaces: [] } }, '/delete');
    await expectHeading(t('noWorkspaceTitle'));
    expect(screen.getByRole('link', { name: t('homeLink') }).getAttribute('href')).toBe('/');
  });

  test('retains only the images of certain configurations', async () => {
    const { user, requested } = deleteScreen();
    await user.click(await screen.findByRole('radio', { name: t('retainFilesLabel') }));
    await buttonThatIs('off', t('readButton'));
    await user.click(screen.getByRole('combobox', { name: t('keepLabel') }));
    await user.paste('/srv/fleet.yaml');
    await user.click(screen.getByRole('combobox', { name: t('keepNumberLabel', { number: 2 }) }));
    await user.paste('/srv/lab.yaml');
    await user.click(await buttonThatIs('on', t('readButton')));
    expect(requested('deletes.open')).toMatchObject([{ keep: ['/srv/fleet.yaml', '/srv/lab.yaml'] }]);
  });

  test('reads the registry with what was filled in', async () => {
    const { user, requested } = deleteScreen();
    const field = await screen.findByRole('textbox', { name: new RegExp(`^${t('registryLabel')}`) });
    await user.clear(field);
    await buttonThatIs('off', t('readButton'));
    await user.type(field, 'other:5000');
    await user.click(screen.getByText(t('moreTitle')));
    await user.click(screen.getByRole('checkbox', { name: t('verifyTlsLabel') }));
    await user.click(await buttonThatIs('on', t('readButton')));
    expect(requested('deletes.open')).toEqual([
      {
        ...{ workspace: '/w', destination: 'other:5000', destinationTlsVerify: false },
        ticket: expect.any(String),
      },
    ]);
  });

  test('accepts a context only with a kubeconfig', async () => {
    deleteScreen();
    const context = await screen.findByLabelText<HTMLInputElement>(t('contextLabel'));
    expect(context.disabled).toBe(true);
  });

  test('needs a file when a configuration makes the selection', async () => {
    const { user, requested } = deleteScreen({
      'deletes.fromFile': {
        files: [],
        configurations: [],
        preview: deletePreview(),
        command: 'airlock delete',
      },
    });
    await user.click(await screen.findByRole('radio', { name: t('fileLabel') }));
    await buttonThatIs('off', t('readButton'));
    await user.click(screen.getByRole('combobox', { name: new RegExp(t('configurationLabel')) }));
    await user.paste('/w/delete.yaml');
    await user.click(await buttonThatIs('on', t('readButton')));
    await expectHeading(FREES);
    expect(requested('deletes.fromFile')).toMatchObject([{ file: '/w/delete.yaml', destination: REGISTRY }]);
    expect(requested('deletes.fromFile')[0]).not.toHaveProperty('write');
    expect(screen.queryByRole('tree')).toBeNull();
  });

  test('shows what is being read', async () => {
    const { user, requested, report } = deleteScreen({ 'deletes.open': () => new Promise(() => {}) });
    await user.click(await buttonThatIs('on', t('readButton')));
    expect(await screen.findByText(t('readingText'))).toBeTruthy();
    const id = requested('deletes.open')[0]!.ticket;
    report({
      type: 'job',
      job: { kind: 'request', id, status: 'running', phase: 'probe', unit: 'items', progress: { done: 1 } },
    } as never);
    expect(await screen.findByText(t('queryingText', { registry: REGISTRY }))).toBeTruthy();
    await buttonThatIs('off', new RegExp(t('readButton')));
  });

  test('shows why the registry could not be read', async () => {
    const { user } = deleteScreen({ 'deletes.open': failing('no credentials', { remedy: 'Log in.' }) });
    await user.click(await buttonThatIs('on', t('readButton')));
    expect(await screen.findByRole('heading', { name: new RegExp(t('readFailedTitle')) })).toBeTruthy();
    expect(screen.getByText('Log in.')).toBeTruthy();
  });

  test('gives the reason in a read-only session', async () => {
    deleteScreen(READER);
    await expectRejected(t('readButton'));
  });
});

describe('the preview', () => {
  test('is empty until something is selected, and lists the configurations that protect images', async () => {
    const { user, requested } = deleteScreen();
    await user.click(await buttonThatIs('on', t('readButton')));
    await expectHeading(t('nothingSelectedTitle'));
    expect(document.body.textContent).toContain(
      `${t('allRetainedText')} ${t('otherImagesText', { configurations: 'fleet.yaml' })}`,
    );
    expect(requested('deletes.preview')).toEqual([]);
    // The next step is the only primary button, and says what it needs.
    const primary = [...document.querySelectorAll('.pf-m-primary')];
    expect(primary.map(({ textContent }) => textContent)).toEqual([t('confirmButton')]);
    expect(primary[0]).toMatchObject({ title: t('selectFirstTip') });
    expect(primary[0]!.getAttribute('aria-disabled')).toBe('true');
  });

  test('is requested for the selection and shows deleted and retained images with reasons', async () => {
    const { requested } = await previewed();
    expect(requested('deletes.preview')).toEqual([{ session: 'd1', parts: ['odf'] }]);
    expect(screen.getByText('lab.yaml needs them')).toBeTruthy();
    expect(screen.getByText('ocp/rook:v1')).toBeTruthy();
    expect(screen.getByText(t('moreNames', { names: '4' }))).toBeTruthy();
    expect(screen.getByText(t('moreNames', { names: '10' }))).toBeTruthy();
  });

  test('shows absent images, removed tags, attachments and what the cluster needs', async () => {
    await previewed({
      'deletes.open': { ...OPENED, cluster: ['4.18.1 runs there'] },
      'deletes.preview': deletePreview({ absentTotal: 1, absent: ['ocp/x:v1'], tagsOnly: 2, attachments: 1 }),
    });
    expect(screen.getByText(t('absentReason'))).toBeTruthy();
    expect(document.body.textContent).toContain(t('tagsOnlyText', { images: 2 }));
    expect(screen.getByText(t('attachmentsText', { attachments: 1 }))).toBeTruthy();
    expect(screen.getByText('4.18.1 runs there')).toBeTruthy();
  });

  test('a preview that failed shows the reason', async () => {
    const { user } = deleteScreen({
      'deletes.preview': failing('the list is gone', { remedy: 'Start over.' }),
    });
    await user.click(await buttonThatIs('on', t('readButton')));
    await user.click((await screen.findAllByRole('treeitem'))[0]!);
    expect(await screen.findByRole('heading', { name: new RegExp(t('previewFailedTitle')) })).toBeTruthy();
  });

  test('a registry with deletion disabled offers no confirmation', async () => {
    const rejection = {
      ...{ code: 'delete-disabled', level: 'error' as const, message: 'Deleting is off' },
      remedy: 'Set `delete.enabled`.',
    };
    await previewed({ 'deletes.open': { ...OPENED, rejection } });
    expect(screen.getByRole('heading', { name: /Deleting is off/ })).toBeTruthy();
    expect(screen.queryByRole('region', { name: t('confirmLabel') })).toBeNull();
  });

  test('a preview without images to delete offers no confirmation', async () => {
    const { user } = deleteScreen({ 'deletes.preview': deletePreview({ images: 0 }) });
    await user.click(await buttonThatIs('on', t('readButton')));
    await user.click((await screen.findAllByRole('treeitem'))[0]!);
    await expectHeading(t('allRetainedTitle', { retained: 8 }));
    expect(screen.queryByRole('region', { name: t('confirmLabel') })).toBeNull();
  });

  test('leads to the confirmation, which may be below the visible part', async () => {
    const { user } = await previewed();
    const shown: unknown[] = [];
    const { scrollIntoView } = Element.prototype;
    Element.prototype.scrollIntoView = function (options) {
      shown.push([this, options]);
    };
    onTestFinished(() => {
      Element.prototype.scrollIntoView = scrollIntoView;
    });
    await user.click(await buttonThatIs('on', t('confirmButton')));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: t('typeLabel') }));
    // The end of the card has the button that deletes.
    expect(shown).toEqual([[screen.getByRole('region', { name: t('confirmLabel') }), { block: 'end' }]]);
  });

  test('Start over returns to the form with what was typed', async () => {
    const { user } = await previewed();
    await user.click(screen.getByRole('button', { name: t('startOverButton') }));
    expect(
      (await screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${t('registryLabel')}`) }))
        .value,
    ).toBe(REGISTRY);
    expect(screen.queryByRole('tree')).toBeNull();
  });

  test('a registry without mirrored content offers no selection', async () => {
    const { user } = deleteScreen({ 'deletes.open': { ...OPENED, choices: [] } });
    await user.click(await buttonThatIs('on', t('readButton')));
    expect(await screen.findByRole('heading', { name: t('emptyTitle') })).toBeTruthy();
  });
});

describe('the confirmation', () => {
  test('deletes only after registry and count were typed, and shows the run', async () => {
    const { user, requested, address } = await previewed({
      'deletes.run': { run: { root: '/w', sequence: 9 } },
      'runs.live': () => new Promise(() => {}),
    });
    await buttonThatIs('off', t('deleteButton', { images: 12 }));
    await confirm(user, 'registry.lab:5000 11');
    await buttonThatIs('off', t('deleteButton', { images: 12 }));
    await user.keyboard('{Enter}');
    expect(requested('deletes.write')).toEqual([]);
    await user.keyboard('{Backspace}2');
    await user.click(await buttonThatIs('on', t('deleteButton', { images: 12 })));
    await expect
      .poll(() => requested('deletes.run'))
      .toEqual([
        {
          listFile: '/w/delete-1.yaml',
          destination: REGISTRY,
          destinationTlsVerify: true,
          forceCacheDelete: false,
          confirmed: { registry: 'registry.lab:5000', images: 12 },
        },
      ]);
    expect(requested('deletes.write')).toEqual([{ session: 'd1', parts: ['odf'] }]);
    await expect.poll(address).toBe('/enclaves/fleet/delete?workspace=%2Fw&root=%2Fw&run=9');
  });

  test('Enter confirms, with the planning data of the workspace if selected', async () => {
    const { user, requested } = await previewed();
    await user.click(screen.getByRole('checkbox', { name: t('cacheLabel') }));
    await confirm(user, 'registry.lab:5000 12{Enter}');
    await expect.poll(() => requested('deletes.run')).toMatchObject([{ forceCacheDelete: true }]);
  });

  test('a list that was written with another count is not confirmed', async () => {
    const { user, requested } = await previewed({
      'deletes.write': { files: ['/w/l.yaml'], preview: deletePreview({ images: 13 }), command: 'x' },
    });
    await confirm(user, 'registry.lab:5000 12{Enter}');
    await expect.poll(() => requested('deletes.run')).toMatchObject([{ confirmed: { images: -1 } }]);
  });

  test('Save writes the list, shows its file, and deletes nothing', async () => {
    const { user, requested } = await previewed();
    await user.click(await buttonThatIs('on', t('saveButton')));
    expect(await screen.findByText('/w/delete-1.yaml')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('copyCommandButton') }));
    expect(await navigator.clipboard.readText()).toBe('airlock delete');
    expect(requested('deletes.run')).toEqual([]);
  });

  test('a list that cannot be written deletes nothing and shows the reason', async () => {
    const { user, requested } = await previewed({
      'deletes.write': failing('disk full', { remedy: 'Free space.' }),
    });
    await confirm(user, 'registry.lab:5000 12{Enter}');
    const region = await screen.findByRole('region', { name: t('confirmLabel') });
    expect(await within(region).findByText('Free space.')).toBeTruthy();
    expect(requested('deletes.run')).toEqual([]);
  });

  test('a deletion that was rejected shows the reason and can be requested again', async () => {
    const { user } = await previewed({
      'deletes.run': failing('the list changed', { remedy: 'Look again.' }),
    });
    await confirm(user, 'registry.lab:5000 12{Enter}');
    expect(await screen.findByText('Look again.')).toBeTruthy();
    await buttonThatIs('on', t('deleteButton', { images: 12 }));
  });
});
