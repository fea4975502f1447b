import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import RequestScreen from './request-screen.tsx';

const MADE = {
  ...{ id: '0123456789abcdef', enclave: 'fleet', text: '{}\n', problems: [] },
  acknowledgments: [{ transfer: 'fleet-0001', summary: '0001 is complete' }],
  missing: [
    { name: 'release 4.16.5', images: 0 },
    { name: 'additional images', images: 3 },
  ],
  unknown: ['the newest releases in channel stable-4.17'],
};

const open = (answers: Answers = {}) =>
  openScreen(
    <RequestScreen />,
    {
      'settings.read': { workspaces: ['/w'] },
      'transfers.makeRequest': ({ file }) => ({ ...MADE, file }),
      ...answers,
    },
    '/receive/request?config=/w/isc.yaml',
  );

test('shows missing content first, and writes the file on request', async () => {
  const { user, requested } = open();
  await user.click(await buttonThatIs('on', t('showMissingButton')));
  await expectHeading(t('requestMissingTitle', { deliverables: 2, images: 3 }));
  expect(screen.getByText(t('allMissing'))).toBeDefined();
  expect(screen.getByText(t('imagesMissing', { images: 3 }))).toBeDefined();
  expect(screen.getByText('0001 is complete')).toBeDefined();
  expect(requested('transfers.makeRequest')).toEqual([{ directory: '/w', configFile: '/w/isc.yaml' }]);
  await buttonThatIs('off', t('saveRequestButton'));
  await user.click(screen.getByRole('combobox', { name: t('requestFileLabel') }));
  await user.paste('/usb/request.json');
  await user.click(await buttonThatIs('on', t('saveRequestButton')));
  await screen.findByText(t('requestSaved', { id: MADE.id, file: '/usb/request.json' }));
  expect(
    screen.getByText('airlock media request file:///w -c /w/isc.yaml -o /usb/request.json'),
  ).toBeDefined();
});

test('shows why a configuration cannot be requested', async () => {
  const { user } = open({ 'transfers.makeRequest': failing('a path of this host') });
  await user.click(await buttonThatIs('on', t('showMissingButton')));
  await screen.findByText(t('requestFailedTitle'));
});
