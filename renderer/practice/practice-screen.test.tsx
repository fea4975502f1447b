import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { endGuide, guideTo, usePracticeGuide } from './guide.ts';
import { t } from './messages.ts';
import { PracticeBar } from './practice-bar.tsx';
import { journeySteps } from './practice-journey.ts';
import PracticeScreen from './practice-screen.tsx';
import { DAMAGE, OFF, world } from './world.fixture.ts';

const open = (practice: PracticeState, answers: Answers = {}) =>
  openScreen(<PracticeScreen />, {
    'practice.state': practice,
    'workspaces.list': { workspaces: [] },
    'runs.list': { total: 0, runs: [] },
    ...answers,
  });

/** Title of a step, by its number. */
const stepTitle = (number: number, step: string) => t('stepTitle', { number, total: 8, step });
const steps = () =>
  within(screen.getByRole('list', { name: t('stepsLabel') })).getAllByRole('heading', { level: 2 });

describe('practice', () => {
  test('starts only by its button, and follows the engine', async () => {
    const { user, requested, report } = open(OFF, { 'practice.start': world(0, { state: 'starting' }) });
    await expectHeading(t('offTitle'));
    expect(requested('practice.start')).toEqual([]);
    await user.click(screen.getByRole('button', { name: t('startButton') }));
    expect(requested('practice.start')).toEqual([{}]);
    report({ type: 'practice', practice: { ...OFF, state: 'starting' } });
    await screen.findByText(t('creatingReleases'));
    expect(screen.getByRole('button', { name: t('startButton') }).getAttribute('aria-disabled')).toBe('true');
    report({ type: 'practice', practice: world(0) });
    await expectHeading(stepTitle(1, t('chooseTitle')));
  });

  test('of an earlier session is started again or removed', async () => {
    const { user, requested } = open(world(2, { state: 'off' }), {
      'practice.stop': OFF,
      'practice.start': world(2),
    });
    await expectHeading(t('stoppedTitle'));
    await user.click(screen.getByRole('button', { name: t('restartButton') }));
    await user.click(await buttonThatIs('on', t('removeButton')));
    expect(requested('practice.start')).toHaveLength(1);
    expect(requested('practice.stop')).toEqual([{}]);
  });

  test('focuses the heading after it is removed', async () => {
    const { user, report } = open(world(0), { 'practice.stop': OFF });
    await user.click(await buttonThatIs('on', t('removeButton')));
    report({ type: 'practice', practice: OFF });
    await expectHeading(t('offTitle'));
    expect(screen.queryByRole('button', { name: t('removeButton') })).toBeNull();
  });

  test.each([
    { request: 'practice.start', practice: OFF, press: t('startButton'), title: t('startFailedTitle') },
    { request: 'practice.stop', practice: world(1), press: t('removeButton'), title: t('removeFailedTitle') },
  ] as const)('shows that $request failed', async ({ request, practice, press, title }) => {
    const { user } = open(practice, { [request]: failing('port 5000 is in use') });
    await buttonThatIs('on', press);
    await user.click(screen.getByRole('button', { name: press }));
    const alert = (await screen.findByText('Port 5000 is in use', { exact: false })).closest('.al-failure');
    expect(alert?.textContent).toContain(title);
  });

  test('shows a failure to load, and cannot be started then', async () => {
    const { user, requested } = open(OFF, { 'practice.state': failing('the engine exited') });
    await screen.findByText(t('loadFailedTitle'), { exact: false });
    await user.click(screen.getByRole('button', { name: t('startButton') }));
    expect(requested('practice.start')).toEqual([]);
  });

  test('is neither started nor removed in a read-only session', async () => {
    const reader: Answers = { 'host.describe': { session: { role: 'reader' } } };
    const { user, requested } = open(world(2, { state: 'off' }), { ...reader, 'practice.start': world(2) });
    expect((await buttonThatIs('off', t('removeButton'))).title).toBe('This session is read-only.');
    const start = screen.getByRole('button', { name: t('restartButton') });
    await waitFor(() => expect(start.getAttribute('aria-disabled')).toBe('true'));
    await user.click(start);
    expect(requested('practice.start')).toEqual([]);
  });
});

describe('the steps', () => {
  test('the next step has the only primary button, and opens its screen', async () => {
    const { user, address } = open(world(2));
    await expectHeading(stepTitle(3, t('carryTitle')));
    expect(steps().map(({ textContent }) => textContent?.replace(/,.*/, ''))).toEqual(
      (['choose', 'fetch', 'carry', 'receive', 'push', 'apply', 'upgrade', 'delete'] as const).map((id) =>
        t(`${id}Title`),
      ),
    );
    screen.getByText(t('carryLook'), { exact: false });
    const primary = [...document.querySelectorAll('.pf-m-primary')].map(({ textContent }) => textContent);
    expect(primary).toEqual([t('carryButton')]);
    await user.click(screen.getByRole('button', { name: t('carryButton') }));
    await expect.poll(address).toMatch(/^\/carry\?.*DRIVE-A.*DRIVE-B/);
  });

  test('a completed step can be opened again', async () => {
    open(world(2));
    const link = await screen.findByRole('link', { name: new RegExp(`^Open again ?: ${t('fetchTitle')}`) });
    expect(link.getAttribute('href')).toMatch(/^\/fetch/);
  });

  test('the page reports what practice damaged, and that it was repaired', async () => {
    const { report } = open(world(3, { damage: DAMAGE }));
    await screen.findByText(
      t('damageText', { drive: 'DRIVE-B', file: DAMAGE.file, from: '1,000', to: '1,015' }),
    );
    report({ type: 'practice', practice: world(3, { damage: { ...DAMAGE, repaired: true } }) });
    await screen.findByText(t('repairedText', { volume: 2, drive: 'DRIVE-B' }));
  });

  test('after the last step, the page offers Home', async () => {
    const { user, address } = open(world(8));
    await expectHeading(t('finishedTitle'));
    screen.getByText(t('finishedText'), { exact: false });
    await user.click(screen.getByRole('button', { name: t('homeButton') }));
    await expect.poll(address).toBe('/');
  });
});

describe('the bar above other screens', () => {
  const bar = (practice: PracticeState, at = '/run/1') =>
    openScreen(<PracticeBar />, { 'practice.state': practice }, at);
  const title = (number: number, step: string, key: 'barTitle' | 'barDoneTitle' = 'barTitle') =>
    t(key, { number, total: 8, step });
  const toOf = (id: string, practice: PracticeState) =>
    journeySteps(practice).find((step) => step.id === id)!.action.to;
  afterEach(endGuide);

  test('shows the opened step, then opens the next one with its fields filled in', async () => {
    guideTo('fetch', toOf('fetch', world(1)));
    const { user, address, report } = bar(world(1));
    await screen.findByText(title(2, t('fetchTitle')));
    screen.getByText(t('barRunText', { look: t('fetchLook') }));
    expect(screen.queryByRole('button', { name: t('fetchButton') })).toBeNull();
    report({ type: 'practice', practice: world(2) });
    await screen.findByText(title(2, t('fetchTitle'), 'barDoneTitle'));
    // The screen has the only primary button.
    expect(document.querySelectorAll('.pf-m-primary')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: t('carryButton') }));
    await expect.poll(address).toBe(toOf('carry', world(2)));
    await screen.findByText(title(3, t('carryTitle')));
    await user.click(screen.getByRole('button', { name: t('backButton') }));
    await expect.poll(address).toBe('/practice');
    expect(screen.queryByRole('region', { name: t('barLabel') })).toBeNull();
  });

  test('shows Fetch when Choose started it, while it runs and after it', async () => {
    guideTo('choose', toOf('choose', world(0)));
    const { report } = bar(world(1), '/run/1');
    await screen.findByText(title(2, t('fetchTitle')));
    // The fields of its screen are of no use now.
    screen.getByText(t('barRunText', { look: t('fetchLook') }));
    expect(screen.queryByRole('button', { name: t('fetchButton') })).toBeNull();
    report({ type: 'practice', practice: world(2) });
    await screen.findByText(title(2, t('fetchTitle'), 'barDoneTitle'));
    screen.getByRole('button', { name: t('carryButton') });
    expect(usePracticeGuide.getState().step).toBe('fetch');
  });

  test('shows Fetch when a run that Choose started has already ended', async () => {
    guideTo('choose', toOf('choose', world(0)));
    bar(world(2), '/run/1');
    await screen.findByText(title(2, t('fetchTitle'), 'barDoneTitle'));
  });

  test('follows a step that was opened by a button of the screen before', async () => {
    guideTo('fetch', toOf('fetch', world(2)));
    bar(world(2), `${toOf('carry', world(2))}&volumes=2`);
    await screen.findByText(title(3, t('carryTitle')));
    expect(usePracticeGuide.getState().step).toBe('carry');
  });

  test('shows the last step after steps that were done by the buttons of the screens', async () => {
    guideTo('fetch', toOf('fetch', world(1)));
    bar(world(6), '/');
    await screen.findByText(title(6, t('applyTitle'), 'barDoneTitle'));
  });

  test('a completed step that was opened again is shown on its screen', async () => {
    const to = toOf('fetch', world(6));
    guideTo('fetch', to);
    bar(world(6), to);
    await screen.findByText(title(2, t('fetchTitle'), 'barDoneTitle'));
  });

  test('Apply for the manifests of practice is its step', async () => {
    guideTo('push', toOf('push', world(4)));
    bar(world(5), '/cluster?directory=%2Ftmp%2Fp%2Fstate%2Fconfig');
    await screen.findByText(title(6, t('applyTitle')));
    expect(usePracticeGuide.getState().step).toBe('apply');
  });

  test('Apply for other manifests is not', async () => {
    guideTo('push', toOf('push', world(4)));
    bar(world(5), '/cluster?directory=%2Fsrv%2Fconfig');
    await screen.findByText(title(5, t('pushTitle'), 'barDoneTitle'));
  });

  test.each([
    '/carry?workspace=%2Fsrv%2Fother&transfer=default-0001',
    '/carry?workspace=%2Ftmp%2Fp%2Fw&transfer=default-0001&to=%2Ftmp%2Fp%2Fdrives%2FDRIVE-A',
  ])('leads to the fields of the step from the same screen with other fields: %s', async (at) => {
    guideTo('carry', toOf('carry', world(2)));
    const { user, address } = bar(world(2), at);
    await user.click(await screen.findByRole('button', { name: t('carryButton') }));
    await expect.poll(address).toBe(toOf('carry', world(2)));
    expect(screen.queryByRole('button', { name: t('carryButton') })).toBeNull();
  });

  test('leads back to the screen of the step from another one', async () => {
    guideTo('carry', toOf('carry', world(2)));
    const { user, address } = bar(world(2), '/history');
    await user.click(await screen.findByRole('button', { name: t('carryButton') }));
    await expect.poll(address).toBe(toOf('carry', world(2)));
  });

  test('shows the next action of a step that has several', async () => {
    const found = world(3, { damage: DAMAGE }, { receive: 'repair' });
    guideTo('receive', toOf('receive', world(3)));
    const { user, address } = bar(found, '/receive');
    await screen.findByText(title(4, t('receiveTitle')));
    await user.click(screen.getByRole('button', { name: t('repairButton', { volume: 2 }) }));
    await expect.poll(address).toMatch(/^\/carry\?.*volumes=2/);
  });

  test('after the push of the update, mentions what the run offers', async () => {
    guideTo('upgrade', toOf('upgrade', world(6)));
    bar(world(7));
    await screen.findByText(t('barUpgradedText', { step: t('deleteTitle') }));
    screen.getByRole('button', { name: t('deleteButton') });
  });

  test('ends with the last step', async () => {
    guideTo('delete', toOf('delete', world(7)));
    bar(world(8));
    await screen.findByText(title(8, t('deleteTitle'), 'barDoneTitle'));
    screen.getByRole('button', { name: t('backButton') });
  });

  test('is absent without an opened step, after it is hidden, and without a practice world', async () => {
    const { user } = bar(world(2));
    expect(screen.queryByRole('region', { name: t('barLabel') })).toBeNull();
    act(() => guideTo('fetch', '/fetch'));
    await user.click(await screen.findByRole('button', { name: t('hideBarButton') }));
    expect(screen.queryByRole('region', { name: t('barLabel') })).toBeNull();
  });
});
