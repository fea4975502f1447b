import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServeJob } from '../../../core/contract/topics/job.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { takeEvent } from '../../engine/live.ts';
import { type Answers, buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { serveAddress } from '../../parts/addresses.ts';
import { t } from './messages.ts';
import { ServedCard } from './served-card.tsx';

const JOB: ServeJob = {
  ...{ kind: 'serve', id: 's1', status: 'running', startedAt: '2026-01-31T10:00:00Z', directory: '/w' },
  ...{ url: 'http://127.0.0.1:5000', host: '127.0.0.1:5000', tls: false, login: true, requests: 3 },
  ...{ resources: '/out', progress: { done: 0 }, problems: [] },
};

const openCard = (answers: Answers = {}, address = '/settings/registries') =>
  openScreen(
    <ServedCard />,
    {
      'workspaces.list': { workspaces: [{ directory: '/w', name: 'north' }] },
      'jobs.list': { jobs: [] },
      'jobs.stop': {},
      'registries.serve': JOB,
      ...answers,
    },
    address,
  );

test('transfers are served at an address, which is shown until it is stopped', async () => {
  const { user, requested } = openCard();
  await screen.findByText(t('noneServedText'));
  await user.click(await buttonThatIs('on', t('serveButton')));
  const content = await screen.findByRole('combobox', { name: new RegExp(`^${t('serveDirectoryLabel')}`) });
  await user.clear(content);
  await user.click(content);
  await user.paste('/data/received');
  const port = screen.getByLabelText(t('servePortLabel'));
  await user.clear(port);
  await user.type(port, '70000');
  await buttonThatIs('off', t('startServingButton'));
  await user.clear(port);
  await user.type(port, '5001');
  await user.click(await buttonThatIs('on', t('startServingButton')));
  await expect
    .poll(() => requested('registries.serve'))
    .toMatchObject([{ directory: '/data/received', host: '127.0.0.1', port: 5001 }]);
  act(() => takeEvent({ sequence: 1, event: { type: 'job', job: JOB } } as never));
  const served = within(await screen.findByRole('listitem', { name: JOB.url! }));
  served.getByText('/out');
  served.getByText(t('servedLoginNote', { requests: 3 }));
  await user.click(served.getByRole('button', { name: t('stopServingButton') }));
  expect(requested('jobs.stop')).toEqual([{ kind: 'serve', id: 's1' }]);
  act(() => takeEvent({ sequence: 2, event: { type: 'job', job: { ...JOB, status: 'stopped' } } } as never));
  await screen.findByText(t('noneServedText'));
});

test('an address that needs a certificate keeps the form open', async () => {
  const { user } = openCard({ 'registries.serve': failing('usage') });
  await user.click(await buttonThatIs('on', t('serveButton')));
  await user.type(
    screen.getByRole('combobox', { name: new RegExp(`^${t('serveDirectoryLabel')}`) }),
    '/data/received',
  );
  await user.click(await buttonThatIs('on', t('startServingButton')));
  await screen.findByText(t('serveFailedTitle'));
  screen.getByRole('dialog', { name: t('serveTitle') });
});

test('the address of a received transfer opens the form with its folder', async () => {
  const { user, address } = openCard({}, serveAddress('/data/received'));
  const content = await screen.findByRole<HTMLInputElement>('combobox', {
    name: new RegExp(`^${t('serveDirectoryLabel')}`),
  });
  expect(content.value).toBe('/data/received');
  await user.click(screen.getByRole('button', { name: t('cancelButton') }));
  expect(address()).toBe('/settings/registries');
});
