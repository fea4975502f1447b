import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import DeleteScreen from '../delete/delete-screen.tsx';
import { t as remove } from '../delete/messages.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../engine/session.fixture.ts';
import { contentEntry, contentImage } from './content.fixture.ts';
import ContentScreen from './content-screen.tsx';
import { t } from './messages.ts';

const REGISTRY = 'registry.lab:5000/ocp';
const READING = {
  ...{ session: 's1', created: '2026-01-31T10:00:00Z', listed: true, images: 3, bytes: 3 * 2 ** 20 },
  drift: { missing: 1 },
  entries: [
    contentEntry('4.16.2-x86_64', { kind: 'release', part: 'release 4.16.2-x86_64', drift: { missing: 1 } }),
    contentEntry('redhat-operator-index', { kind: 'catalog' }),
    contentEntry('odf', { kind: 'package', parent: 1, part: 'odf' }),
  ],
  transfers: [{ enclave: 'fleet', name: 'fleet-0001' }],
  problems: [],
};
const IMAGES = {
  matching: 1,
  rows: [contentImage('openshift/release-images', { drift: 'missing' as const })],
};

const contentScreen = (answers: Answers = {}) =>
  openScreen(
    <Routes>
      <Route path="/schedules" element={null} />
      <Route path="/registry-content" element={<ContentScreen />} />
      <Route path="/enclaves/:name/delete" element={<DeleteScreen />} />
    </Routes>,
    {
      'workspaces.list': {
        workspaces: [
          {
            directory: '/w',
            enclaves: [{ name: 'fleet', lastPush: { run: { root: '/w', sequence: 3 }, target: REGISTRY } }],
          },
        ],
      },
      'registryContent.read': READING,
      'registryContent.images': IMAGES,
      ...answers,
    },
    '/registry-content',
  );

const opened = async (answers: Answers = {}) => {
  const page = contentScreen(answers);
  await page.user.click(await buttonThatIs('on', t('readButton')));
  await screen.findByRole('grid');
  return page;
};

describe('the form', () => {
  test('starts with the registry of the last push, and reads nothing before the button is pressed', async () => {
    const { user, requested } = contentScreen();
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Registry/ });
    expect(field.value).toBe(REGISTRY);
    expect(requested('registryContent.read')).toEqual([]);
    await user.click(await buttonThatIs('on', t('readButton')));
    expect(requested('registryContent.read')).toEqual([
      {
        ...{ destination: REGISTRY, destinationTlsVerify: true, workspace: '/w' },
        ticket: expect.any(String),
      },
    ]);
  });

  test('shows the progress, and cancels', async () => {
    const { user, requested, report } = contentScreen({
      'registryContent.read': () => new Promise(() => {}),
    });
    await user.click(await buttonThatIs('on', t('readButton')));
    const id = requested('registryContent.read')[0]!.ticket;
    const progress = { done: 1200, total: 4000 };
    report({
      type: 'job',
      job: { kind: 'request', id, status: 'running', phase: 'probe', unit: 'checks', progress },
    } as never);
    const values = { registry: REGISTRY, done: '1,200', total: '4,000' };
    expect(await screen.findByText(t('progressText', values))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('cancelButton') }));
    await buttonThatIs('on', t('readButton'));
  });

  test('shows why the registry could not be read', async () => {
    const { user } = contentScreen({
      'registryContent.read': failing('no credentials', { remedy: 'Log in.' }),
    });
    await user.click(await buttonThatIs('on', t('readButton')));
    expect(await screen.findByRole('heading', { name: new RegExp(t('readFailedTitle')) })).toBeTruthy();
    expect(screen.getByText('Log in.')).toBeTruthy();
  });

  test('gives the reason in a read-only session', async () => {
    contentScreen(READER);
    await expectRejected(t('readButton'));
  });
});

describe('the content', () => {
  test('is a tree with sizes and drift, and opens the images of an entry', async () => {
    const { user, requested } = await opened();
    await expectHeading(t('sentence', { images: 2, size: '3.0 MiB', drift: 1 }));
    const grid = screen.getByRole('grid');
    // The only catalog is open.
    expect(within(grid).getByText('odf')).toBeTruthy();
    expect(within(grid).getByText(t('driftCount', { drift: 'missing', count: 1 }))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('imagesTip', { count: '1', name: 'odf' }) }));
    expect(await screen.findByText('openshift/release-images:v1')).toBeTruthy();
    expect(requested('registryContent.images').at(-1)).toMatchObject({ session: 's1', entry: 2 });
  });

  test('is filtered and sorted', async () => {
    const { user } = await opened();
    await user.type(screen.getByRole('textbox', { name: t('searchLabel') }), '4.16');
    expect(await screen.findByText('4.16.2-x86_64')).toBeTruthy();
    await expect.poll(() => screen.queryByText('odf')).toBeNull();
    await user.click(screen.getByRole('button', { name: t('imagesView') }));
    await user.selectOptions(screen.getByRole('combobox', { name: t('sortLabel') }), 'largest');
    expect(await screen.findByText('openshift/release-images:v1')).toBeTruthy();
  });

  test('is checked for drift again', async () => {
    const { user, requested } = await opened();
    await user.click(await buttonThatIs('on', t('driftButton')));
    expect(await screen.findByText(t('drift', { drift: 'missing' }))).toBeTruthy();
    expect(requested('registryContent.read')).toHaveLength(2);
    expect(requested('registryContent.images').at(-1)).toMatchObject({ drifted: true });
  });

  test('opens the form of a scheduled drift check', async () => {
    const { user, address } = await opened();
    await user.click(await buttonThatIs('on', t('scheduleButton')));
    const query = new URLSearchParams(address().split('?')[1]);
    expect(address()).toMatch(/^\/schedules\?/);
    expect([query.get('compare'), query.get('workspace')]).toEqual([REGISTRY, '/w']);
  });

  test('that is empty explains how to begin', async () => {
    const page = contentScreen({
      'registryContent.read': { ...READING, images: 0, bytes: 0, entries: [], drift: {} },
    });
    await page.user.click(await buttonThatIs('on', t('readButton')));
    await expectHeading(t('sentenceEmpty', { registry: REGISTRY }));
    expect(await screen.findByRole('button', { name: t('pushButton') })).toBeTruthy();
  });

  test('opens the preview of a deletion with the selection', async () => {
    const { user, requested } = await opened({
      'deletes.open': { session: 'd1', choices: [], configurations: [] },
    });
    await buttonThatIs('off', t('deleteButton'));
    await user.click(screen.getByRole('checkbox', { name: t('selectTip', { name: 'odf' }) }));
    await user.click(await buttonThatIs('on', t('deleteButton')));
    expect(await screen.findByText(remove('registryTopic', { registry: REGISTRY }))).toBeTruthy();
    expect(requested('deletes.open')).toMatchObject([{ workspace: '/w', destination: REGISTRY }]);
    await expect.poll(() => requested('deletes.preview')).toMatchObject([{ session: 'd1', parts: ['odf'] }]);
  });
});

describe('comparison and export', () => {
  test('with a cluster selects unused entries', async () => {
    const { user, requested } = await opened({
      'clusters.contexts': { files: ['/k'], contexts: [] },
      'registryContent.compare': {
        kind: 'cluster',
        missing: [{ cluster: 'lab', kind: 'release', name: '4.16.9', images: [] }],
        unused: [{ name: 'odf', part: 'odf', bytes: 10, shared: 4 }],
        unread: [],
      } as never,
    });
    await user.click(await buttonThatIs('on', t('compareButton')));
    await user.click(screen.getByRole('radio', { name: t('withCluster') }));
    await user.click(await buttonThatIs('on', t('startCompareButton')));
    expect(await screen.findByText(t('clusterMissing', { count: 1 }))).toBeTruthy();
    expect(requested('registryContent.compare')).toMatchObject([
      { session: 's1', with: { kind: 'cluster' } },
    ]);
    await user.click(screen.getByRole('button', { name: t('selectUnusedButton') }));
    expect(await screen.findByText(t('selected', { count: 1 }))).toBeTruthy();
  });

  test('with another registry lists the differences, and needs its name', async () => {
    const place = { registry: REGISTRY, created: '2026-01-31T10:00:00Z' };
    const none = { total: 0, images: [] };
    const { user } = await opened({
      'registryContent.compare': {
        ...{ kind: 'registry', first: place, second: place, same: 2, onlyFirst: none, changed: none },
        onlySecond: { total: 700, images: [{ image: 'a:1', second: 'sha256:1', bytes: 1 }] },
      } as never,
    });
    await user.click(await buttonThatIs('on', t('compareButton')));
    await buttonThatIs('off', t('startCompareButton'));
    await user.type(screen.getByRole('textbox', { name: new RegExp(t('otherRegistryLabel')) }), 'b:5000');
    await user.click(await buttonThatIs('on', t('startCompareButton')));
    expect(await screen.findByText('a:1')).toBeTruthy();
    expect(screen.getByText(t('firstOnlyText', { count: '1' }))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('clearButton') }));
    expect(screen.queryByText('a:1')).toBeNull();
  });

  test('an export shows who signed the file', async () => {
    const { user, requested } = await opened({
      'registryContent.export': { files: ['/w/i.json', '/w/i.json.asc'], signer: 'key 4F0A' },
    });
    await user.click(await buttonThatIs('on', t('exportButton')));
    await user.click(await buttonThatIs('on', t('startExportButton')));
    expect(await screen.findByText(t('exportedText', { signer: 'key 4F0A' }))).toBeTruthy();
    expect(requested('registryContent.export')).toMatchObject([
      { session: 's1', file: '/home/op/inventory-registry.lab-5000-ocp.json' },
    ]);
  });
});
