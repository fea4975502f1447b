import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { buttonThatIs } from '../../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import { openSetup, TEXT } from './setup.fixture.tsx';

test('catalogs are pinned in the editor after a preview, and saved by the user', async () => {
  const pinned = `${TEXT}# pinned\n`;
  const { user, requested, file } = openSetup('mirrorToDisk', {
    'configurations.check': { ok: true, operators: true, problems: [] },
    'configurations.pin': {
      pins: [{ catalog: 'r.io/c:v4', pinned: 'r.io/c@sha256:1', targetTag: 'v4' }],
      text: pinned,
      difference: '--- a\n+++ b\n@@ -1 +1 @@\n-    - catalog: r.io/c:v4\n+    - catalog: r.io/c@sha256:1\n',
      deletion: 'kind: DeleteImageSetConfiguration\n',
    },
    'configurations.save': ({ file: path }) => ({ file: path, digest: 'sha256:2' }),
  });
  await user.click(await buttonThatIs('on', t('pinButton')));
  await screen.findByText('+ - catalog: r.io/c@sha256:1');
  await user.click(screen.getByText(t('deletionTitle')));
  await user.click(await buttonThatIs('on', t('saveDeletionButton')));
  await screen.findByText(t('deletionSaved', { file: '/w/delete-pinned.yaml' }));
  await user.click(await buttonThatIs('on', t('usePinsButton')));
  expect(requested('configurations.pin')).toMatchObject([{ file, text: TEXT, sourceTlsVerify: true }]);
  await user.click(await buttonThatIs('on', t('saveFileButton')));
  await expect
    .poll(() => requested('configurations.save'))
    .toMatchObject([{ file: '/w/delete-pinned.yaml' }, { file, text: pinned }]);
});

test('tags that cannot be resolved leave the configuration unchanged', async () => {
  const { user, requested } = openSetup('mirrorToDisk', {
    'configurations.check': { ok: true, operators: true, problems: [] },
    'configurations.pin': failing('not-found'),
  });
  await user.click(await buttonThatIs('on', t('pinButton')));
  await screen.findByText(t('pinFailedTitle'));
  expect(screen.queryByRole('button', { name: t('usePinsButton') })).toBeNull();
  await user.click(await buttonThatIs('on', t('pinAgainButton')));
  await expect.poll(() => requested('configurations.pin')).toHaveLength(2);
  expect(requested('configurations.save')).toEqual([]);
});

test('a configuration without operators has no catalogs to pin', async () => {
  openSetup('mirrorToDisk');
  await screen.findByText(t('noProblems'));
  expect(screen.queryByRole('button', { name: t('pinButton') })).toBeNull();
});
