import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { t } from './ended/messages.ts';
import { HandoffActions } from './handoff.tsx';
import { ResourcesCard } from './resources-card.tsx';
import { endedRunOf, READER } from './run-screen.fixture.tsx';
import { VerifyCard } from './verify-card.tsx';

const RUN = { root: '/srv/north-mirror', sequence: 8 };
const FILES = [
  { name: 'idms.yaml', purpose: 'Mirrors by digest', bytes: 2048 },
  { name: 'itms.yaml', purpose: 'Mirrors by tag', bytes: 1024 },
];

describe('the cluster resources of a push', () => {
  const open = (answers: Answers = {}) =>
    openScreen(<ResourcesCard run={endedRunOf({ workflow: 'diskToMirror' })} />, {
      'resources.list': { directory: "/srv/it's here", files: FILES },
      'resources.read': ({ name }) => ({ text: `# text of ${name}\n` }),
      ...answers,
    });

  test('show the first file, and another when it is selected', async () => {
    const { user, requested } = open();
    const first = await screen.findByRole('button', { name: /^idms\.yaml/ });
    expect(first.getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByText(t('fileCount', { files: 2 }))).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^itms\.yaml/ }));
    await user.click(await screen.findByRole('button', { name: t('copyFileButton', { file: 'itms.yaml' }) }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('# text of itms.yaml\n'));
    expect(requested('resources.read')).toEqual([
      { run: RUN, name: 'idms.yaml' },
      { run: RUN, name: 'itms.yaml' },
    ]);
  });

  test('are applied with a command that quotes the folder', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: t('copyCommandButton') }));
    expect(await navigator.clipboard.readText()).toMatch(/^oc apply -f ['"].*it.*s here['"]$/);
  });

  test('are saved to the entered folder', async () => {
    const { user, requested } = open({ 'resources.save': { files: ['a', 'b'] } });
    await user.click(await screen.findByRole('button', { name: t('saveToDirectoryButton') }));
    await buttonThatIs('off', t('saveFilesButton'));
    await user.click(screen.getByRole('combobox', { name: new RegExp(`^${t('directoryLabel')}`) }));
    await user.paste('/tmp/out');
    await user.click(await buttonThatIs('on', t('saveFilesButton')));
    await screen.findByText(t('filesSaved', { files: 2, folder: '/tmp/out' }));
    expect(requested('resources.save')).toEqual([{ run: RUN, directory: '/tmp/out' }]);
    await user.click(screen.getByRole('button', { name: t('closeButton') }));
    expect(screen.queryByRole('button', { name: t('saveFilesButton') })).toBeNull();
  });

  test('that could not be saved are reported', async () => {
    const { user } = open({ 'resources.save': failing('permission denied') });
    await user.click(await screen.findByRole('button', { name: t('saveToDirectoryButton') }));
    await user.click(screen.getByRole('combobox', { name: new RegExp(`^${t('directoryLabel')}`) }));
    await user.paste('/root');
    await user.click(await buttonThatIs('on', t('saveFilesButton')));
    await screen.findByText('Permission denied', { exact: false });
  });

  test('are not saved by a reader', async () => {
    const { user } = open(READER);
    await user.click(await screen.findByRole('button', { name: t('saveToDirectoryButton') }));
    expect((await buttonThatIs('off', t('saveFilesButton'))).title).toBe('This session is read-only.');
  });

  test.each([
    { request: 'resources.list', title: t('resourcesFailedTitle') },
    { request: 'resources.read', title: t('fileFailedTitle', { file: 'idms.yaml' }) },
  ] as const)('that cannot be read are reported: $request', async ({ request, title }) => {
    open({ [request]: failing('the folder is gone') });
    const alert = (await screen.findByText('The folder is gone', { exact: false })).closest('.al-failure');
    expect(alert?.textContent).toContain(title);
  });
});

describe('the actions after a push', () => {
  const open = (answers: Answers = {}) =>
    openScreen(
      <HandoffActions run={{ config: '/w/config', handoff: '/w/sheet.html', status: 'partial' }} />,
      answers,
    );

  test('open the sheet in a frame without scripts', async () => {
    const { user, requested } = open({ 'clusters.handoff': { html: '<h1>Hello</h1>' } });
    expect(requested('clusters.handoff')).toEqual([]);
    await user.click(await buttonThatIs('on', t('handoffButton')));
    const frame = await screen.findByTitle<HTMLIFrameElement>(t('handoffTitle'));
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin allow-modals');
    expect(requested('clusters.handoff')).toEqual([{ file: '/w/sheet.html' }]);
    await buttonThatIs('on', t('printButton'));
    const footer = within(screen.getByRole('dialog'))
      .getAllByRole('button', { name: t('closeButton') })
      .at(-1)!;
    await user.click(footer);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('report a sheet that cannot be read', async () => {
    const { user } = open({ 'clusters.handoff': failing('the sheet is gone') });
    await user.click(await buttonThatIs('on', t('handoffButton')));
    await screen.findByText('The sheet is gone', { exact: false });
    await buttonThatIs('off', t('printButton'));
  });

  test('lead to the cluster', () => {
    open();
    expect(screen.getByRole('link', { name: t('applyButton') }).getAttribute('href')).toBe(
      '/cluster?directory=%2Fw%2Fconfig',
    );
  });

  test('are absent before the first push', () => {
    openScreen(<HandoffActions run={{ config: undefined, handoff: undefined, status: 'complete' }} />, {});
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('verifying a transfer', () => {
  const open = (answers: Answers = {}) =>
    openScreen(<VerifyCard directory="/w/transfers/a-0001" name="a-0001" />, answers);

  test('starts with its button and shows the progress', async () => {
    const { user, requested, report } = open();
    const button = await buttonThatIs('on', t('verifyButton'));
    expect(requested('transfers.verify')).toEqual([]);
    await user.click(button);
    await screen.findByText(/opening the archive set/);
    const [input] = requested('transfers.verify');
    expect(input?.directory).toBe('/w/transfers/a-0001');
    report({
      type: 'job',
      job: {
        kind: 'request',
        id: input!.ticket,
        status: 'running',
        phase: 'verify',
        unit: 'bytes',
        progress: { done: 1024, total: 4096 },
      },
    });
    await screen.findByText('1.0 of 4.0 KiB', { exact: false });
    await user.click(screen.getByRole('button', { name: t('stopVerifyButton') }));
    await buttonThatIs('on', t('verifyButton'));
    expect(screen.queryByText(t('verifyFailedTitle', { transfer: 'a-0001' }), { exact: false })).toBeNull();
  });

  test('reports a complete set', async () => {
    const { user } = open({ 'transfers.verify': { ok: true, blobs: 1, bytes: 2048 } });
    await user.click(await buttonThatIs('on', t('verifyButton')));
    await screen.findByText(t('verified', { transfer: 'a-0001', blobs: 1, size: '2.0 KiB' }));
    await buttonThatIs('on', t('verifyAgainButton'));
  });

  test('lists what is damaged, up to 20 problems', async () => {
    const problems = Array.from({ length: 23 }, (_, index) => ({
      kind: 'damaged',
      digest: `sha256:${index}`,
      file: 'mirror_1.tar',
      images: index === 0 ? ['quay.io/a:1', 'quay.io/b:1'] : [],
    }));
    const { user } = open({ 'transfers.verify': { ok: false, problems } });
    await user.click(await buttonThatIs('on', t('verifyButton')));
    await screen.findByText(t('verifyDamaged', { transfer: 'a-0001', problems: 23 }));
    expect(screen.getAllByRole('listitem')).toHaveLength(20);
    expect(screen.getByText('quay.io/a:1, quay.io/b:1')).toBeDefined();
    expect(screen.getByText(t('moreProblems', { problems: 3 }))).toBeDefined();
  });

  test('that fails is reported and can be repeated', async () => {
    let fails = true;
    const { user } = open({
      'transfers.verify': () => (fails ? failing('the disk was removed') : { ok: true, blobs: 1, bytes: 1 }),
    });
    await user.click(await buttonThatIs('on', t('verifyButton')));
    await screen.findByText('The disk was removed', { exact: false });
    fails = false;
    await user.click(await buttonThatIs('on', t('verifyButton')));
    await screen.findByText(t('verified', { transfer: 'a-0001', blobs: 1, size: '1 B' }));
    expect(screen.queryByText('The disk was removed', { exact: false })).toBeNull();
  });

  test('is off for a reader', async () => {
    open(READER);
    expect((await buttonThatIs('off', t('verifyButton'))).title).toBe('This session is read-only.');
  });
});
