import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ChannelNews, DiskForecast } from '../../core/contract/topics/schedules/overview.ts';
import { settings } from '../../core/contract/topics/settings.ts';
import { completed } from '../engine/completed.fixture.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../engine/session.fixture.ts';
import { exportJob, importJob } from '../media/media.fixture.ts';
import { t as notices } from '../notices/messages.ts';
import { carryAddress, receiveAddress } from '../parts/addresses.ts';
import { size } from '../parts/format.ts';
import { t } from './messages.ts';
import { OverviewCards } from './overview-cards.tsx';
import { channelText, diskForecast, drivesInTransit, driveText, supportLine } from './overview-words.ts';

const GiB = 2 ** 30;
const DAY = 86_400_000;
const now = new Date('2026-11-28T12:00:00Z');
const ahead = (days: number) => new Date(now.getTime() + days * DAY).toISOString();

const DISK: DiskForecast = { freeBytes: 100 * GiB, totalBytes: 500 * GiB };
const NEWS: ChannelNews = {
  ...{ channel: 'stable-4.16', architecture: 'amd64', latest: '4.16.21', mirrored: '4.16.19' },
  ...{ newer: ['4.16.21', '4.16.20'], newerTotal: 2, checkedAt: '2026-11-25T12:00:00Z' },
};

test.each([
  [{}, undefined],
  [{ transferBytes: 10 * GiB }, t('nextFitsText', { size: size(10 * GiB) })],
  [{ transferBytes: 200 * GiB }, t('nextDoesNotFitText', { size: size(200 * GiB) })],
  [{ transferBytes: GiB, fullAt: ahead(3) }, t('fullText', { time: t('days', { count: 3 }) })],
  [{ transferBytes: GiB, fullAt: ahead(21) }, t('fullText', { time: t('weeks', { count: 3 }) })],
  [{ transferBytes: GiB, fullAt: ahead(240) }, t('fullText', { time: t('months', { count: 8 }) })],
])('the forecast of a disk with %j', (part, text) => {
  expect(diskForecast({ ...DISK, ...part }, now)?.text).toBe(text);
});

test.each([
  [{}, t('channelNewer', { count: 2, latest: '4.16.21', mirrored: '4.16.19' })],
  [{ newer: [], newerTotal: 0, mirrored: '4.16.21' }, t('channelCurrent', { mirrored: '4.16.21' })],
  [{ mirrored: undefined }, t('channelLatest', { latest: '4.16.21' })],
  [{ latest: undefined }, t('channelUnknown')],
  [{ problem: 'no route' }, 'no route'],
])('a channel with %j', (part, text) => {
  expect(channelText({ ...NEWS, ...part } as ChannelNews, now).text).toBe(text);
});

test.each([
  [{}, '2026-05-01', 'Maintenance of 4.16 ended'],
  [{}, '2026-11-28', 'Support of 4.16 ended in June 2026, except'],
  [{}, '2027-11-28', '4.16 has reached its end of life'],
  [{ mirrored: undefined, latest: '4.20.3' }, '2026-11-28', undefined],
  [{ mirrored: '4.99.1' }, '2026-11-28', undefined],
])('the end of support of a channel with %j on %s', (part, day, text) => {
  const line = supportLine({ ...NEWS, ...part } as ChannelNews, new Date(day));
  if (text === undefined) expect(line).toBeUndefined();
  else expect(line).toMatchObject({ mark: 'warning', text: expect.stringContaining(text) });
});

test('the volumes of a drive are ranges', () => {
  const transfers = [{ name: 'fleet-0007', volumes: [3, 1, 2, 5], bytes: 1 }];
  expect(driveText({ drive: 'USB', transfers, bytes: 1, writtenAt: ahead(0) })).toBe(
    t('driveVolumes', { transfer: 'fleet-0007', count: 4, volumes: '1-3, 5' }),
  );
});

const open = (
  answers: Answers = {},
  side: 'connected' | 'disconnected' | 'both' = 'connected',
  onHost = {},
) =>
  openScreen(<OverviewCards workspace="/w" side={side} />, {
    'workspaces.list': {
      workspaces: [
        {
          ...{ directory: '/w', name: 'w', state: 'ready', bytes: 0, arriving: [], practice: false },
          enclaves: [
            {
              ...{ name: 'fleet', next: 'acknowledge' },
              transfers: [
                {
                  ...{ name: 'fleet-0007', number: 7, state: 'complete', images: 1, bytes: 1, volumes: 1 },
                  ...{
                    directory: '/w/t',
                    step: 'on-media',
                    arrived: 'unknown',
                    missing: 0,
                    protected: true,
                    received: false,
                    onHost,
                  },
                },
              ],
            },
          ],
        },
      ],
    },
    'storage.expiring': { expiring: [] },
    'overview.read': {
      disk: { ...DISK, transferBytes: 10 * GiB },
      tonight: [
        { name: 'nightly', at: ahead(0.5), to: ahead(0.6), bytes: 5 * GiB, fits: false },
        { name: 'watch', at: ahead(0.7) },
      ],
      drives: [
        {
          ...{ drive: 'USB-1', bytes: GiB, writtenAt: ahead(-1) },
          transfers: [{ name: 'fleet-0007', volumes: [1, 2], bytes: GiB }],
        },
      ],
      channels: [NEWS],
    },
    'overview.checkReleases': { channels: [{ ...NEWS, newer: [], newerTotal: 0, mirrored: '4.16.21' }] },
    ...answers,
  });

const card = (title: string) =>
  within(screen.getByRole('heading', { level: 2, name: title }).closest('section')!);

test('the cards show free space, starts, answers, drives, releases and expiry', async () => {
  open();
  await screen.findByText(t('diskTitle'));
  card(t('diskTitle')).getByText(t('freeText', { free: size(100 * GiB), total: size(500 * GiB) }));
  card(t('diskTitle')).getByText(t('nextFitsText', { size: size(10 * GiB) }));
  card(t('tonightTitle')).getByText(t('fitsNotText', { size: size(5 * GiB) }));
  card(t('tonightTitle')).getByText('watch');
  const waiting = await card(t('waitingTitle')).findByRole('link');
  expect(waiting.textContent).toBe(notices('acknowledgmentWaiting', { transfer: 'fleet-0007' }));
  expect(waiting.getAttribute('href')).toContain('/enclaves/fleet?');
  card(t('drivesTitle')).getByText('USB-1');
  card(t('expiringTitle')).getByText(t('nothingExpiresText'));
});

test('a transfer that this host received is neither in transit nor waits for a code', async () => {
  open({}, 'both', { importedAt: ahead(-0.5) });
  await screen.findByText(t('drivesTitle'));
  await expect.poll(() => screen.queryByText('USB-1')).toBeNull();
  card(t('drivesTitle')).getByText(t('noDrivesText'));
  expect(card(t('waitingTitle')).queryByRole('link')).toBeNull();
});

test('a drive that also contains another transfer is still in transit', () => {
  const drive = { drive: 'USB', bytes: 3, writtenAt: ahead(-1) };
  const one = (name: string, bytes: number) => ({ name, volumes: [1], bytes });
  const transfers = [one('fleet-0007', 1), one('fleet-0008', 2)];
  expect(drivesInTransit([{ ...drive, transfers }], new Set(['fleet-0007']))).toEqual([
    { ...drive, bytes: 2, transfers: [one('fleet-0008', 2)] },
  ]);
});

test('what expires is read again after settings or certificates changed', async () => {
  const { requested, report } = open();
  await screen.findByText(t('nothingExpiresText'));
  report({ type: 'settings', settings: completed(settings, { side: 'connected' }) });
  await expect.poll(() => requested('storage.expiring')).toHaveLength(2);
});

test('only a click queries the update service', async () => {
  const { user, requested } = open();
  await screen.findByText(t('channelNewer', { count: 2, latest: '4.16.21', mirrored: '4.16.19' }));
  expect(requested('overview.checkReleases')).toEqual([]);
  await user.click(await buttonThatIs('on', t('checkNowButton')));
  await screen.findByText(t('channelCurrent', { mirrored: '4.16.21' }));
  expect(requested('overview.checkReleases')).toEqual([{ workspace: '/w' }]);
});

test('a transfer that ends after a check updates the newer releases', async () => {
  let channels = [NEWS];
  const { user, report } = open({ 'overview.read': () => ({ tonight: [], drives: [], channels }) });
  await user.click(await buttonThatIs('on', t('checkNowButton')));
  await screen.findByText(t('channelCurrent', { mirrored: '4.16.21' }));
  channels = [{ ...NEWS, newer: ['4.16.22'], newerTotal: 1, latest: '4.16.22', mirrored: '4.16.21' }];
  report({ type: 'runs' });
  await screen.findByText(t('channelNewer', { count: 1, latest: '4.16.22', mirrored: '4.16.21' }));
});

test('starts and channels that are not shown are counted', async () => {
  const names = ['1', '2', '3', '4', '5', '6', '7', '8'];
  open({
    'overview.read': {
      tonight: names.map((name) => ({ name, at: ahead(0.5) })),
      drives: [],
      channels: names.slice(1).map((name) => ({ ...NEWS, channel: `stable-4.${name}` })),
    },
  });
  await screen.findByText(t('tonightTitle'));
  card(t('tonightTitle')).getByText(t('moreText', { count: 2 }));
  card(t('releasesTitle')).getByText(t('moreText', { count: 1 }));
});

test('a failed check shows the reason, and a reader checks nothing', async () => {
  const { user } = open({ 'overview.checkReleases': failing('no route', { remedy: 'Check the proxy.' }) });
  await user.click(await buttonThatIs('on', t('checkNowButton')));
  await screen.findByText('Check the proxy.');
});

test('a reader sees the cards but checks nothing', async () => {
  open(READER);
  await screen.findByText(t('diskTitle'));
  await expectRejected(t('checkNowButton'));
});

test('the disconnected side shows neither channels nor drives to carry', async () => {
  open({}, 'disconnected');
  await screen.findByText(t('diskTitle'));
  expect(screen.queryByText(t('releasesTitle'))).toBeNull();
  expect(screen.queryByText(t('drivesTitle'))).toBeNull();
});

test('a waiting export or import opens its own transfer or directory', async () => {
  const { report } = open();
  await screen.findByText(t('waitingTitle'));
  const jobs = [exportJob({ id: 'a' }), importJob({ id: 'b' })];
  for (const job of jobs) report({ type: 'job', job: { ...job, status: 'waiting' } });
  const links = await screen.findAllByRole('link', { name: notices('mediaWaiting') });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    carryAddress('/w', 'fleet-0008'),
    receiveAddress('/r'),
  ]);
});
