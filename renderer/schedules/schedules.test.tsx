import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ScheduleLine, scheduleLine } from '../../core/contract/topics/schedules/schedules.ts';
import { settings } from '../../core/contract/topics/settings.ts';
import { completed, type Part } from '../engine/completed.fixture.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { expectRejected, READER } from '../engine/session.fixture.ts';
import { driftScheduleAddress } from '../parts/addresses.ts';
import { t as windows } from '../windows/messages.ts';
import { draftOf, nextOfDraft, settingsOfDraft } from './draft.ts';
import { t } from './messages.ts';
import { schedulesSentence } from './schedule-words.ts';
import SchedulesScreen from './schedules-screen.tsx';

const NIGHT = ['daily 01:00-05:00 UTC'];
const PAST = '2020-01-01T01:00Z/2020-01-01T05:00Z';

const line = (part: Part<ScheduleLine>): ScheduleLine =>
  completed(scheduleLine, {
    ...{ job: 'mirrorToDisk', configFile: '/w/isc.yaml', windows: NIGHT, state: 'waiting', occasions: [] },
    ...part,
  });

const open = (schedules: ScheduleLine[], answers: Answers = {}, address = '/schedules') =>
  openScreen(
    <SchedulesScreen />,
    {
      'schedules.list': { schedules, own: true },
      'workspaces.list': { workspaces: [] },
      'configurations.list': { configurations: [{ file: '/w/isc.yaml', name: 'isc.yaml' }] },
      'schedules.save': ({ schedule }) => schedule as never,
      'schedules.runNow': {},
      'schedules.pause': {},
      'schedules.move': {},
      'schedules.remove': {},
      'paths.complete': { entries: [] },
      ...answers,
    },
    address,
  );

test('without schedules, the screen explains them, and the form needs only its defaults', async () => {
  const { user, requested } = open([]);
  await expectHeading(t('noneTitle'));
  expect(document.querySelector('code')!.textContent).toContain('airlock schedule run file:///w');
  await user.click(await buttonThatIs('on', t('createButton')));
  await user.click(await buttonThatIs('on', t('saveButton')));
  await expect.poll(() => requested('schedules.save')).toHaveLength(1);
  expect(requested('schedules.save')[0]).toMatchObject({
    workspace: '/w',
    schedule: { name: 'nightly', job: 'mirrorToDisk', configFile: '/w/isc.yaml', enclave: 'default' },
  });
});

test('a wrong or used name is reported, and a comparison needs a registry', async () => {
  const { user, requested } = open([line({ name: 'nightly' })]);
  await user.click(await buttonThatIs('on', t('createButton')));
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: t('nameLabel') });
  // The suggested name is free, and its field has the focus.
  expect(name.value).toBe('nightly-2');
  expect(document.activeElement).toBe(name);
  await user.clear(name);
  screen.getByText(t('missingText', { fields: t('nameLabel') }));
  await user.type(name, 'nightly');
  screen.getByText(t('nameTaken'));
  await user.clear(name);
  await user.type(name, 'Watch');
  screen.getByText(t('nameInvalid'));
  await buttonThatIs('off', t('saveButton'));
  await user.clear(name);
  await user.type(name, 'watch');
  await user.click(screen.getByRole('radio', { name: t('compareChoice') }));
  await buttonThatIs('off', t('saveButton'));
  await user.type(screen.getByRole('textbox', { name: t('destinationLabel') }), 'registry.lab:5000/ocp');
  await user.click(screen.getByRole('radio', { name: t('timeChoice') }));
  const time = screen.getByRole('textbox', { name: t('timeLabel') });
  await user.clear(time);
  await user.type(time, 'Mon-Fri 06:00 Europe/Oslo');
  await user.click(await buttonThatIs('on', t('saveButton')));
  await expect.poll(() => requested('schedules.save')).toHaveLength(1);
  const { schedule } = requested('schedules.save')[0]!;
  expect(schedule).toMatchObject({
    name: 'watch',
    job: 'compare',
    at: 'Mon-Fri 06:00 Europe/Oslo',
    windows: [],
  });
  expect(schedule.configFile).toBeUndefined();
});

test('a wrong time is reported while it is typed, and the next start of a right one is shown', async () => {
  const { user, requested } = open([]);
  await user.click(await buttonThatIs('on', t('createButton')));
  await user.click(screen.getByRole('radio', { name: t('timeChoice') }));
  const time = screen.getByRole('textbox', { name: t('timeLabel') });
  await user.clear(time);
  await user.type(time, 'Mon 25:00');
  await screen.findByText(/25:00/);
  await buttonThatIs('off', t('saveButton'));
  await user.clear(time);
  await user.type(time, 'daily 06:00 Europe/Nowhere');
  await screen.findByText(/Europe\/Nowhere/);
  await buttonThatIs('off', t('saveButton'));
  await user.clear(time);
  await user.type(time, '06:00 Europe/Oslo');
  expect(screen.getByText(/^Next start: /)).toBeTruthy();
  await user.click(await buttonThatIs('on', t('saveButton')));
  await expect.poll(() => requested('schedules.save')[0]?.schedule.at).toMatch(/06:00 Europe\/Oslo$/);
});

test('the next start is that of the first window that opens', () => {
  const draft = { ...draftOf(undefined, { config: '/w/isc.yaml', windows: undefined }), timed: false };
  const now = Date.parse('2026-11-28T00:00:00Z');
  expect(nextOfDraft({ ...draft, windows: ['daily 01:00-05:00 UTC'] }, now)).toBe(
    Date.parse('2026-11-28T01:00:00Z'),
  );
  expect(nextOfDraft({ ...draft, windows: [PAST] }, now)).toBeUndefined();
});

test('windows that never open again are reported before they are saved', async () => {
  const { user } = open([line({ name: 'nightly', windows: [PAST] })]);
  await user.click(await screen.findByRole('button', { name: t('menuLabel', { name: 'nightly' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('editButton') }));
  await screen.findByText(t('neverStartsText'));
});

test('a window that is invalid is reported, and is not called one that never opens', async () => {
  const { user } = open([line({ name: 'nightly', windows: ['daily 25:00-05:00 UTC'] })]);
  await user.click(await screen.findByRole('button', { name: t('menuLabel', { name: 'nightly' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('editButton') }));
  await screen.findByText(/25:00/, { selector: '.pf-m-error, .pf-m-error *' });
  const described = screen
    .getByRole('button', { name: t('changeWindowsButton') })
    .getAttribute('aria-describedby');
  expect(document.getElementById(described!)?.textContent).toContain('25:00');
  expect(screen.queryByText(t('neverStartsText'))).toBeNull();
  await buttonThatIs('off', t('saveButton'));
});

test('a drift check is filled in from the address, and its parameters leave the address', async () => {
  const { user, requested, address } = open(
    [line({ name: 'drift-check' })],
    {},
    driftScheduleAddress({
      ...{ workspace: '/w', registry: 'registry.lab:5000/ocp', stateDirectory: '/state', tlsVerify: false },
    }),
  );
  await user.click(await buttonThatIs('on', t('saveButton')));
  await expect.poll(() => requested('schedules.save')).toHaveLength(1);
  expect(requested('schedules.save')[0]).toMatchObject({
    workspace: '/w',
    schedule: {
      ...{ name: 'drift-check-2', job: 'compare', destination: 'registry.lab:5000/ocp', windows: [] },
      ...{ stateDirectory: '/state', destinationTlsVerify: false },
    },
  });
  await expect.poll(address).toBe('/schedules?workspace=%2Fw&show=drift-check-2');
});

test('after the form, the focus is on the button that opened it or the row of the schedule', async () => {
  const schedules = [line({ name: 'nightly' })];
  const { user, report } = open(schedules);
  const focused = () => document.activeElement?.textContent;
  const create = await buttonThatIs('on', t('createButton'));
  create.focus();
  await user.keyboard('{Enter}');
  (await buttonThatIs('on', t('cancelButton'))).focus();
  await user.keyboard('{Enter}');
  await expect.poll(focused).toBe(t('createButton'));
  await user.click(screen.getByRole('button', { name: t('menuLabel', { name: 'nightly' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('editButton') }));
  (await buttonThatIs('on', t('cancelButton'))).focus();
  await user.keyboard('{Enter}');
  await expect.poll(focused).toBe('nightly');
  await user.click(await buttonThatIs('on', t('createButton')));
  (await buttonThatIs('on', t('saveButton'))).focus();
  await user.keyboard('{Enter}');
  await expect.poll(() => screen.queryByRole('button', { name: t('saveButton') })).toBeNull();
  // The list with the new schedule arrives after the form is closed.
  schedules.push(line({ name: 'nightly-2' }));
  report({ type: 'schedules' });
  await expect.poll(focused).toBe('nightly-2');
});

test('the form for a new schedule opens from an address, and its parameter leaves the address', async () => {
  const { user, address } = open([], {}, '/schedules?new=');
  await user.click(await buttonThatIs('on', t('cancelButton')));
  await expect.poll(address).toBe('/schedules');
  await buttonThatIs('on', t('createButton'));
});

test('a missing workspace and a deleted configuration are reported with what to do', async () => {
  open([], { 'schedules.list': failing('/gone is missing', { remedy: 'Connect its drive.' }) });
  await screen.findByText('Connect its drive.');
  await expectHeading(t('readFailedTitle'));
  expect(screen.queryByRole('button', { name: t('createButton') })).toBeNull();
});

test('a schedule whose next start would fail is marked', async () => {
  open([line({ name: 'nightly', problem: "/w/isc.yaml doesn't exist" })]);
  await screen.findByText("/w/isc.yaml doesn't exist");
});

test('the reason why a schedule was rejected is shown next to the form, which stays open', async () => {
  const { user } = open([], {
    'schedules.save': failing('the file is missing', { remedy: 'Check the path.' }),
  });
  await user.click(await buttonThatIs('on', t('createButton')));
  await user.click(await buttonThatIs('on', t('saveButton')));
  await screen.findByText('Check the path.');
  await buttonThatIs('on', t('saveButton'));
});

test('a queued schedule is the title, and is not started twice', async () => {
  open([line({ name: 'nightly', state: 'queued', nextAt: '2099-01-01T01:00:00Z' })]);
  await expectHeading(t('queuedTitle', { name: 'nightly' }));
  await buttonThatIs('off', t('runTip', { name: 'nightly' }));
});

test('schedules are run, paused, moved and removed after a confirmation', async () => {
  const { user, requested } = open([
    line({ name: 'nightly', nextAt: '2099-01-01T01:00:00Z' }),
    line({ name: 'watch', paused: true, state: 'paused' }),
  ]);
  await user.click(await buttonThatIs('on', t('runTip', { name: 'nightly' })));
  expect(requested('schedules.runNow')).toEqual([{ workspace: '/w', name: 'nightly' }]);
  const choose = async (name: string, item: string) => {
    await user.click(screen.getByRole('button', { name: t('menuLabel', { name }) }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await choose('watch', t('resumeButton'));
  expect(requested('schedules.pause')).toEqual([{ workspace: '/w', name: 'watch', paused: false }]);
  await choose('watch', t('upButton'));
  expect(requested('schedules.move')).toEqual([{ workspace: '/w', name: 'watch', to: 0 }]);
  await choose('watch', t('removeButton'));
  expect(requested('schedules.remove')).toEqual([]);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: t('removeConfirmButton') }));
  expect(requested('schedules.remove')).toEqual([{ workspace: '/w', name: 'watch' }]);
});

test('the results of a schedule link to its runs and name what differs', async () => {
  const at = '2026-11-21T00:00:00Z';
  const { user } = open(
    [
      line({ name: 'nightly', occasions: [{ at, endedAt: at, result: 'complete', attempts: 2, run: 7 }] }),
      line({
        ...{ name: 'watch', job: 'compare', destination: 'registry.lab:5000', configFile: undefined },
        occasions: [
          { at, endedAt: at, result: 'different', attempts: 1, drift: ['ocp/release:4.16.1 (changed)'] },
        ],
      }),
    ],
    {},
    '/schedules?show=watch',
  );
  await screen.findByText('ocp/release:4.16.1 (changed)');
  await user.click(screen.getByRole('button', { name: 'nightly' }));
  const link = await screen.findByRole('link', { name: t('runLink', { run: 7 }) });
  expect(link.getAttribute('href')).toBe('/run/7?root=%2Fw');
  screen.getByText(t('attemptsNote', { attempts: 2 }), { exact: false });
});

test('a schedule of another user is marked and cannot run, and a reader changes nothing', async () => {
  const { user } = open([line({ name: 'nightly', state: 'unconfirmed' })], READER);
  await expectHeading(t('unconfirmedTitle', { count: 1 }));
  screen.getByText(t('unconfirmedState'));
  await expectRejected(t('createButton'));
  await expectRejected(t('runTip', { name: 'nightly' }));
  await user.click(screen.getByRole('button', { name: t('menuLabel', { name: 'nightly' }) }));
  const item = await screen.findByRole<HTMLButtonElement>('menuitem', {
    name: new RegExp(t('removeButton')),
  });
  expect(item.disabled || item.getAttribute('aria-disabled') === 'true').toBe(true);
});

test.each([
  [[line({ name: 'a', state: 'running' })], t('runningTitle', { name: 'a' })],
  [[line({ name: 'a', paused: true, state: 'paused' })], t('allPausedTitle')],
  [[line({ name: 'a' })], t('unplannedTitle')],
])('the sentence names the most important fact (%#)', (schedules, sentence) => {
  expect(schedulesSentence(schedules, new Date())).toBe(sentence);
});

test('the schedule that starts first is in the sentence', () => {
  const schedules = [
    line({ name: 'later', nextAt: '2099-01-02T01:00:00Z' }),
    line({ name: 'first', nextAt: '2099-01-01T01:00:00Z' }),
  ];
  expect(schedulesSentence(schedules, new Date())).toMatch(/^first starts /);
});

test('a changed schedule keeps fields that the form does not show', () => {
  const schedule = line({ name: 'nightly', authFile: '/auth.json', sourceTlsVerify: false });
  const draft = draftOf(schedule, { config: undefined, windows: undefined });
  expect(settingsOfDraft({ ...draft, enclave: 'fleet' }, schedule)).toMatchObject({
    ...{ authFile: '/auth.json', sourceTlsVerify: false, enclave: 'fleet', windows: NIGHT },
  });
});

test('windows are changed in their dialog', async () => {
  const { user, requested } = open([]);
  await user.click(await buttonThatIs('on', t('createButton')));
  await user.click(await buttonThatIs('on', t('changeWindowsButton')));
  const text = await screen.findByRole('textbox', { name: windows('textLabel') });
  await user.clear(text);
  await user.type(text, 'Mon 02:00-03:00 UTC');
  await user.click(await buttonThatIs('on', t('useWindowsButton')));
  await user.click(await buttonThatIs('on', t('saveButton')));
  await expect.poll(() => requested('schedules.save')[0]?.schedule.windows).toEqual(['Mon 02:00-03:00 UTC']);
});

test('an open form is closed when another workspace becomes the current one', async () => {
  const { user, report } = open([line({ name: 'nightly' })]);
  await user.click(await buttonThatIs('on', t('createButton')));
  await buttonThatIs('on', t('cancelButton'));
  report({
    type: 'settings',
    settings: completed(settings, { side: 'connected', workspaces: ['/other', '/w'] }),
  });
  await screen.findByText('other');
  expect(screen.queryByRole('button', { name: t('cancelButton') })).toBeNull();
});
