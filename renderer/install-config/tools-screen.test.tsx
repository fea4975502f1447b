import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../engine/screen.fixture.tsx';
import { toolsAddress } from '../parts/addresses.ts';
import { t as formTexts } from './form/messages.ts';
import ToolsScreen from './tools-screen.tsx';

test('fills in the fields for a pushed release', async () => {
  const release = {
    ...{ from: 'docker://reg.lan:5000/a', version: '4.16.1-x86_64', maxNestedPaths: 2, signatures: '/state' },
  };
  const { user, requested } = openScreen(
    <ToolsScreen draft={undefined} />,
    { 'host.describe': { home: '/home/op' }, 'settings.read': { workspaces: ['/w'] } },
    toolsAddress(release),
  );
  expect((await screen.findByText(/^airlock release extract/)).textContent).toBe(
    'airlock release extract --tools --iso --from docker://reg.lan:5000/a --version 4.16.1-x86_64 --max-nested-paths 2 --signatures file:///state --to /home/op/tools',
  );
  await user.click(screen.getByRole('button', { name: formTexts('extractButton') }));
  expect(requested('releases.extract')).toMatchObject([release]);
});
