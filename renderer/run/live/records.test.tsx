import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ImageRow, LiveRun } from '../../../core/contract/topics/run.ts';
import type { Part } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, openScreen } from '../../engine/screen.fixture.tsx';
import { RunImages } from './images.tsx';
import { liveRunOf } from './live-run.fixture.ts';
import { RunLog } from './log.tsx';
import { t } from './messages.ts';
import { NO_IMAGES } from './run-screen.fixture.tsx';

const row = (name: string, more: Part<ImageRow>): Part<ImageRow> => ({
  origin: `quay.io/ocp/${name}:1`,
  destination: `registry.lab/ocp/${name}:1`,
  digest: `sha256:${name}`,
  deliverable: '4.16.1',
  kind: 'release',
  bytes: 2048,
  ...more,
});
const ROWS = [
  row('etcd', { state: 'running', done: 1024 }),
  row('dns', {
    state: 'failed',
    attempts: 3,
    error: failing('access denied', { remedy: 'Log in.' }).failure,
  }),
  row('cli', { state: 'copied', verdict: 'verified' }),
  row('must-gather', { state: 'present' }),
  row('tools', { state: 'waiting', bytes: 0 }),
];
const FAILED = t('imageFailedAttempts', { attempts: 3 });
const IMAGES: Answers = {
  'runs.images': ({ state }) => {
    const rows = ROWS.filter((each) => !state || each.state === state);
    return {
      version: 1,
      total: 5,
      matching: rows.length,
      states: { waiting: 1, running: 1, copied: 1, present: 1, failed: 1 },
      rows,
    };
  },
};

const openImages = (answers: Answers = IMAGES, run: Partial<LiveRun> = {}, query = '') =>
  openScreen(<RunImages run={liveRunOf(run)} />, answers, `/run/8${query}`);

const grid = (name: string) => screen.findByRole('grid', { name });
const cells = async (name: string, column: number) =>
  within(await grid(name))
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getAllByRole('gridcell')[column]?.textContent);

describe('the images of a run', () => {
  test('are listed with their states', async () => {
    openImages();
    await screen.findByText(FAILED);
    const states = (await cells(t('imagesLabel'), 4)).map((state) => state?.trim());
    expect(states).toEqual(['1.0 of 2.0 KiB', FAILED, t('imageCopied'), t('imagePresent'), t('waiting')]);
  });

  test('of a paused run show that they are interrupted', async () => {
    openImages(IMAGES, { status: 'paused' });
    const etcd = await screen.findByRole('row', { name: /etcd/ });
    expect(within(etcd).getByText(t('imagePaused'))).toBeTruthy();
    expect(within(etcd).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  });

  test('are filtered by a state, and not after a second click', async () => {
    const { user, requested, address } = openImages();
    const failed = await screen.findByRole('button', { name: t('failedChip', { images: 1 }) });
    await user.click(failed);
    expect(address()).toBe('/run/8?state=failed');
    await waitFor(() => expect(screen.queryByText(t('imagePresent'))).toBeNull());
    expect(requested('runs.images').at(-1)).toMatchObject({ state: 'failed' });
    expect(failed.getAttribute('aria-pressed')).toBe('true');
    await user.click(failed);
    expect(address()).toBe('/run/8');
    await screen.findByText(t('imagePresent'));
    expect(
      screen.getByRole('button', { name: t('allChip', { images: 5 }) }).getAttribute('aria-pressed'),
    ).toBe('true');
  });

  test('are searched by name; the text is in the address', async () => {
    const { user, requested, address } = openImages();
    await user.click(await screen.findByRole('textbox', { name: t('searchImagesLabel') }));
    await user.paste(' etcd ');
    await waitFor(() => expect(requested('runs.images').at(-1)?.search).toBe('etcd'));
    expect(address()).toBe('/run/8?q=+etcd+');
  });

  test('with an unknown state in the address are all listed', async () => {
    const { requested } = openImages(IMAGES, {}, '?state=nonsense');
    await screen.findByText(FAILED);
    expect(requested('runs.images')[0]?.state).toBeUndefined();
  });

  test('open their details, with error and remedy', async () => {
    const { user } = openImages();
    await user.click(await screen.findByText(FAILED));
    const panel = screen.getByRole('complementary', { name: t('detailsLabel') });
    for (const words of [
      'access denied',
      'Log in.',
      'quay.io/ocp/dns:1',
      'sha256:dns',
      `${t('attemptsLabel')}3`,
    ])
      expect(panel.textContent?.toLowerCase()).toContain(words.toLowerCase());
    await user.click(within(panel).getByRole('button', { name: t('copyDigestButton') }));
    expect(await navigator.clipboard.readText()).toBe('sha256:dns');
    await user.click(within(panel).getByRole('button', { name: t('closeDetailsLabel') }));
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test('of a deletion are deleted or retained', async () => {
    openImages(IMAGES, { workflow: 'delete' });
    expect(await screen.findByRole('button', { name: t('deletedChip', { images: 1 }) })).toBeDefined();
    expect(screen.getByRole('button', { name: t('retainedChip', { images: 1 }) })).toBeDefined();
    await screen.findByText(t('imageRetained'));
    expect(screen.getByRole('columnheader', { name: t('deleted') })).toBeDefined();
  });

  test.each([
    { total: 0, words: t('noImagesText') },
    { total: 7, words: t('noMatchingImagesText') },
  ])('none of $total: "$words"', async ({ total, words }) => {
    openImages({ 'runs.images': { version: 1, total, matching: 0, states: NO_IMAGES, rows: [] } });
    expect(await screen.findByText(words)).toBeDefined();
  });

  test('that cannot be read are reported', async () => {
    openImages({ 'runs.images': failing('the record is damaged') });
    await screen.findByText('The record is damaged', { exact: false });
  });
});

describe('the log of a run', () => {
  const LINES = [
    { index: 0, at: '2026-05-09T00:00:00Z', level: 'info', text: 'collecting' },
    { index: 1, at: '2026-05-09T00:00:01Z', level: 'warning', text: 'retrying' },
    { index: 2, at: '2026-05-09T00:00:02Z', level: 'error', text: 'gave up' },
  ] as const;
  const openLog = (answers: Answers = {}, run: Partial<LiveRun> = {}, query = '') =>
    openScreen(
      <RunLog run={liveRunOf({ status: 'complete', ...run })} />,
      {
        'runs.log': ({ level }) => {
          const lines = LINES.filter((line) => level !== 'error' || line.level === 'error');
          return { total: 3, matching: lines.length, lines };
        },
        ...answers,
      },
      `/run/8${query}`,
    );

  test('lists every line with its level', async () => {
    const { requested } = openLog();
    await screen.findByText('gave up');
    expect(await cells(t('logLabel'), 1)).toEqual([t('infoLevel'), t('warningLevel'), t('errorLevel')]);
    expect(requested('runs.log')[0]).toMatchObject({ level: 'info', offset: 0 });
  });

  test('is filtered by level, in the address', async () => {
    const { user, requested, address } = openLog();
    await screen.findByText('collecting');
    await user.selectOptions(screen.getByRole('combobox', { name: t('levelLabel') }), t('errorLevels'));
    expect(address()).toBe('/run/8?level=error');
    await waitFor(() => expect(screen.queryByText('collecting')).toBeNull());
    expect(requested('runs.log').at(-1)?.level).toBe('error');
    await user.selectOptions(screen.getByRole('combobox', { name: t('levelLabel') }), t('allLevels'));
    expect(address()).toBe('/run/8');
  });

  test('is searched', async () => {
    const { user, requested } = openLog();
    await user.click(screen.getByRole('textbox', { name: t('searchLogLabel') }));
    await user.paste('gave');
    await waitFor(() => expect(requested('runs.log').at(-1)?.search).toBe('gave'));
  });

  test('is followed only while the run is under way', async () => {
    openLog();
    await screen.findByText('gave up');
    expect(screen.queryByRole('switch', { name: t('followLabel') })).toBeNull();
  });

  test('of a run under way is followed until the person turns it off', async () => {
    const { user } = openLog({}, { status: 'running' });
    const follow = await screen.findByRole<HTMLInputElement>('switch', { name: t('followLabel') });
    expect(follow.checked).toBe(true);
    await user.click(follow);
    expect(follow.checked).toBe(false);
  });

  test.each([
    { total: 0, words: t('noLogText') },
    { total: 9, words: t('noMatchingLogText') },
  ])('none of $total lines: "$words"', async ({ total, words }) => {
    openLog({ 'runs.log': { total, matching: 0, lines: [] } });
    expect(await screen.findByText(words)).toBeDefined();
  });

  test('that cannot be read is reported', async () => {
    openLog({ 'runs.log': failing('the log is gone') });
    await screen.findByText('The log is gone', { exact: false });
  });
});
