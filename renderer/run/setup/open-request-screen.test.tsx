import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import OpenRequestScreen from './open-request-screen.tsx';
import { openSetup } from './setup.fixture.tsx';

const REQUEST = {
  ...{ id: '0123456789abcdef', enclave: 'fleet', created: '2026-01-01T00:00:00Z', tool: 'airlock 0.1.0' },
  ...{ name: 'isc.yaml', configuration: 'kind: ImageSetConfiguration\n', transfer: 'fleet-0002' },
  known: [{ transfer: 'fleet-0001', summary: '0001 is complete' }],
  unknown: ['0009 is complete'],
};
const CONFIG = `/w/.airlock/requests/${REQUEST.id}.yaml`;

const open = (answers: Answers = {}) =>
  openScreen(
    <OpenRequestScreen />,
    {
      'transfers.readRequest': REQUEST,
      'transfers.acceptRequest': { id: REQUEST.id, enclave: 'fleet', configFile: CONFIG, problems: [] },
      ...answers,
    },
    '/fetch/request?workspace=/w&file=/usb/request.json',
  );

test('shows a request before it is accepted, then opens Fetch with its configuration', async () => {
  const { user, requested, address } = open();
  await user.click(await buttonThatIs('on', t('openRequestButton')));
  await expectHeading(t('requestReadTitle', { enclave: 'fleet' }));
  expect(screen.getByText('0001 is complete')).toBeDefined();
  expect(screen.getByText(t('requestUnknownText', { state: '0009 is complete' }))).toBeDefined();
  expect(screen.getByText(t('requestDoneText', { transfer: 'fleet-0002' }))).toBeDefined();
  expect(requested('transfers.acceptRequest')).toEqual([]);
  await user.click(await buttonThatIs('on', t('acceptRequestButton')));
  await expect
    .poll(address)
    .toBe(`/fetch?${new URLSearchParams({ workspace: '/w', config: CONFIG, enclave: 'fleet' })}`);
  expect(requested('transfers.acceptRequest')).toEqual([{ workspace: '/w', file: '/usb/request.json' }]);
});

test('shows why a request cannot be opened or accepted', async () => {
  const { user } = open({ 'transfers.acceptRequest': failing('the workspace is locked') });
  await user.click(await buttonThatIs('on', t('openRequestButton')));
  await user.click(await buttonThatIs('on', t('acceptRequestButton')));
  await screen.findByText(t('acceptFailedTitle'));
});

test('a run with the configuration of a request is for that request', async () => {
  const { user, requested } = openSetup('mirrorToDisk', {}, `&config=${encodeURIComponent(CONFIG)}`);
  await user.click(await buttonThatIs('on', t('startUnplannedButton')));
  await expect.poll(() => requested('runs.start')).toMatchObject([{ settings: { forRequest: REQUEST.id } }]);
});
