import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { ExportRecord } from './export-record.tsx';
import { t } from './messages.ts';
import { RollbackDialog } from './rollback-dialog.tsx';
import { liveOf } from './runs.fixture.ts';

const RUN = liveOf(2);

function open(Dialog: typeof ExportRecord | typeof RollbackDialog, answers: Answers) {
  const onClose = vi.fn();
  return { ...openScreen(<Dialog run={RUN} onClose={onClose} />, answers), onClose };
}

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: t('saveAsLabel') });

test('a record is offered to be saved in the home folder, under the name of its folder', async () => {
  const { user, requested } = open(ExportRecord, {
    'runs.export': ({ file }) => ({ file, digest: 'sha256:1234', bytes: 1536 }),
  });
  await expect.poll(async () => (await field()).value).toBe('/home/op/0002.tar');
  expect(requested('runs.export')).toEqual([]);
  await user.click(await buttonThatIs('on', t('exportButton')));
  await screen.findByText(t('writtenText', { size: '1.5 KiB' }));
  screen.getByText('sha256:1234');
  await buttonThatIs('on', t('copyDigestTip'));
  expect(requested('runs.export')).toEqual([{ run: RUN.run, file: '/home/op/0002.tar' }]);
});

test('a record is written to another file by Enter, and not to an empty name', async () => {
  const { user, requested } = open(ExportRecord, {});
  await expect.poll(async () => (await field()).value).not.toBe('');
  await user.clear(await field());
  await buttonThatIs('off', t('exportButton'));
  await user.type(await field(), ' /tmp/a.tar {Enter}');
  await expect.poll(() => requested('runs.export')).toEqual([{ run: RUN.run, file: '/tmp/a.tar' }]);
  await buttonThatIs('off', new RegExp(t('exportButton')));
});

test('a record that could not be exported shows the reason and leaves the name unchanged', async () => {
  const { user, onClose } = open(ExportRecord, {
    'runs.export': failing('the file exists', { remedy: 'Choose another.' }),
  });
  await user.click(await buttonThatIs('on', t('exportButton')));
  await screen.findByText('The file exists');
  screen.getByText('Choose another.');
  expect((await field()).value).toBe('/home/op/0002.tar');
  await user.click(await buttonThatIs('on', t('cancelButton')));
  expect(onClose).toHaveBeenCalledOnce();
});

const PREVIEW = {
  counts: { move: 1, unchanged: 0, new: 1, 'moved-since': 1, missing: 0 },
  tags: [
    {
      destination: 'r.lab/a/b:1',
      state: 'move' as const,
      now: `sha256:${'a'.repeat(64)}`,
      before: `sha256:${'b'.repeat(64)}`,
    },
    { destination: 'r.lab/a/b:2', state: 'new' as const },
    { destination: 'r.lab/a/b:3', state: 'moved-since' as const, why: 'pushed by run 3' },
  ],
};

test('a rollback lists what happens to each tag before any is moved', async () => {
  const { requested } = open(RollbackDialog, { 'runs.previewRollback': PREVIEW });
  await screen.findByText(
    [t('moveText', { tags: 1 }), t('newText', { tags: 1 }), t('movedSinceText', { tags: 1 })].join(' '),
  );
  const rows = within(screen.getByRole('grid', { name: t('tagsLabel') }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(new RegExp(`^${t('moveState')}a/b:1aaaa.* → bbbb`)),
    `${t('newState')}a/b:2${t('noDigest')}`,
    `${t('movedSinceState')}a/b:3Pushed by run 3`,
  ]);
  await buttonThatIs('on', t('rollbackTagsButton', { tags: 1 }));
  expect(requested('runs.rollback')).toEqual([]);
});

test('Roll back starts a run and leads to it', async () => {
  const { user, requested, address } = open(RollbackDialog, {
    'runs.previewRollback': PREVIEW,
    'runs.rollback': { run: { root: '/w', sequence: 3 } },
  });
  await user.click(await buttonThatIs('on', t('rollbackTagsButton', { tags: 1 })));
  await expect.poll(address).toBe('/run/3?root=%2Fw');
  expect(requested('runs.rollback')).toEqual([{ run: RUN.run, force: false }]);
});

test('tags that were moved since are rolled back only by a choice, which is previewed first', async () => {
  const counts = { ...PREVIEW.counts, move: 2, 'moved-since': 0 };
  const { user, requested } = open(RollbackDialog, {
    'runs.previewRollback': ({ force }) => (force ? { ...PREVIEW, counts } : PREVIEW),
  });
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^${t('forceLabel')}`) }));
  await user.click(await buttonThatIs('on', t('rollbackTagsButton', { tags: 2 })));
  expect(requested('runs.previewRollback').map(({ force }) => force)).toEqual([false, true]);
  await expect.poll(() => requested('runs.rollback')).toEqual([{ run: RUN.run, force: true }]);
  await buttonThatIs('off', new RegExp(t('rollbackTagsButton', { tags: 2 })));
});

test('a rollback without tags to move only shows why', async () => {
  open(RollbackDialog, {
    'runs.previewRollback': { counts: { move: 0, unchanged: 2, new: 0, 'moved-since': 0, missing: 0 } },
  });
  await screen.findByText([t('moveText', { tags: 0 }), t('presentText', { tags: 2 })].join(' '));
  screen.getByRole('heading', { name: new RegExp(t('nothingTitle', { run: '' })) });
  expect(screen.queryByText(t('rollbackText'))).toBeNull();
  expect(screen.queryByRole('button', { name: t('rollbackButton') })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('while the registry is queried, nothing can be started', async () => {
  open(RollbackDialog, {});
  await screen.findByText(t('queryingText'));
  await buttonThatIs('off', t('rollbackButton'));
});

test('a registry that does not answer is shown with the remedy', async () => {
  open(RollbackDialog, {
    'runs.previewRollback': failing('no route to r.lab', { remedy: 'Check the network.' }),
  });
  await screen.findByText('No route to r.lab');
  screen.getByText('Check the network.');
  expect(screen.queryByText(t('queryingText'))).toBeNull();
  await buttonThatIs('off', t('rollbackButton'));
});

test('a rollback that could not be started shows the reason', async () => {
  const { user } = open(RollbackDialog, {
    'runs.previewRollback': PREVIEW,
    'runs.rollback': failing('another run is under way'),
  });
  await user.click(await buttonThatIs('on', t('rollbackTagsButton', { tags: 1 })));
  await screen.findByText('Another run is under way');
  await buttonThatIs('on', t('rollbackTagsButton', { tags: 1 }));
});
