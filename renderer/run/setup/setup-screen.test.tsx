import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { t as request } from '../request/messages.ts';
import { t } from './messages.ts';
import { SetupScreen } from './screen.tsx';

const TEXT = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror: {}\n';
const RUN = { root: '/w', sequence: 1 };

const fetchScreen = (answers: Answers = {}) =>
  openScreen(
    <SetupScreen workflow="mirrorToDisk" />,
    {
      'workspaces.list': { workspaces: [] },
      'workspaces.open': { directory: '/w' },
      'configurations.list': { configurations: [{ file: '/w/first.yaml', name: 'first' }] },
      'configurations.read': ({ file }) => ({ file, text: TEXT, digest: 'sha256:1' }),
      'configurations.check': { ok: true, operators: false, problems: [] },
      'runs.start': { run: RUN },
      ...answers,
    },
    '/fetch?workspace=/w',
  );

test('the previous configuration is not started while another file is being opened', async () => {
  const { user, requested } = fetchScreen();
  await buttonThatIs('on', t('startUnplannedButton'));
  await expectHeading(request('fetchTitle', { workspace: 'w' }));
  await user.selectOptions(
    await screen.findByRole('combobox', { name: t('configurationLabel') }),
    t('openOther'),
  );
  await buttonThatIs('off', t('startUnplannedButton'));
  await buttonThatIs('off', t('planButton'));
  await user.type(screen.getByRole('combobox', { name: t('fileLabel') }), '/w/second.yaml');
  await user.click(await buttonThatIs('on', t('openFileButton')));
  await user.click(await buttonThatIs('on', t('startUnplannedButton')));
  await expect
    .poll(() => requested('runs.start').map(({ settings }) => settings.configFile))
    .toEqual(['/w/second.yaml']);
});
