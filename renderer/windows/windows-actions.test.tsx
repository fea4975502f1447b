import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { LiveRun, RunSchedule } from '../../core/contract/topics/run.ts';
import type { Settings } from '../../core/contract/topics/settings.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { liveRunOf } from '../run/live/live-run.fixture.ts';
import { t } from './messages.ts';
import { RunWindow } from './run-window.tsx';
import { WindowsEditor } from './windows-editor.tsx';
import { WindowsField } from './windows-field.tsx';

const RUN = { root: '/srv/north-mirror', sequence: 8 };
const TUESDAY = { day: t('tuesday'), from: '05:00', to: '06:00' };
const NIGHT = 'daily 00:00-04:00 UTC';
const READER: Answers = { 'host.describe': { session: { role: 'reader' } } };

const text = () => screen.getByLabelText<HTMLTextAreaElement>(t('textLabel'));

describe('the windows of a run', () => {
  const open = (state: RunSchedule['state'], answers: Answers = {}) => {
    const schedule = { windows: [NIGHT], state, since: '2026-05-09T00:00:00Z', exitAtClose: false };
    return openScreen(<RunWindow run={liveRunOf({ schedule }) as LiveRun} />, answers);
  };

  test.each([
    { state: 'closed', press: t('runOutsideButton'), ignore: true },
    { state: 'ignored', press: t('waitForWindowButton'), ignore: false },
  ] as const)('are changed by "$press" while $state', async ({ state, press, ignore }) => {
    const { user, requested } = open(state);
    await user.click(await buttonThatIs('on', press));
    expect(requested('runs.ignoreWindows')).toEqual([{ run: RUN, ignore }]);
    await buttonThatIs('off', press);
  });

  test('that cannot be ignored show why', async () => {
    const { user } = open('closed', { 'runs.ignoreWindows': failing('the process exited') });
    await user.click(await buttonThatIs('on', t('runOutsideButton')));
    await screen.findByText(t('runFailedTitle'), { exact: false });
    await buttonThatIs('on', t('runOutsideButton'));
  });

  test('are replaced from the dialog', async () => {
    const { user, requested } = open('open', { 'runs.setWindows': {} });
    await user.click(await buttonThatIs('on', t('changeButton')));
    await screen.findByRole('dialog');
    await user.clear(text());
    await user.click(text());
    await user.paste('Mon 01:00-02:00 UTC');
    expect(requested('runs.setWindows')).toEqual([]);
    await user.click(screen.getByText(t('setForRunButton')));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requested('runs.setWindows')).toEqual([{ run: RUN, windows: ['Mon 01:00-02:00 UTC'] }]);
  });

  test('that are rejected leave the dialog open', async () => {
    const { user } = open('open', { 'runs.setWindows': failing('the run has ended') });
    await user.click(await buttonThatIs('on', t('changeButton')));
    await user.clear(text());
    await user.click(screen.getByText(t('removeFromRunButton')));
    await screen.findByText(t('saveFailedTitle'), { exact: false });
    expect(screen.getByText(t('removeFromRunButton'))).toBeDefined();
  });

  test('are not changed by a reader', async () => {
    open('closed', READER);
    for (const name of [t('runOutsideButton'), t('changeButton')])
      expect((await buttonThatIs('off', name)).title).toBe('This session is read-only.');
  });
});

describe('the editor of windows', () => {
  const open = (...windows: string[]) => {
    const changes: (string[] | undefined)[] = [];
    const opened = openScreen(
      <WindowsEditor id="al-w" windows={windows} onChange={(changed) => changes.push(changed)} />,
      {},
    );
    return { ...opened, changes };
  };
  const closed = () => screen.getByLabelText(t('closedHour', TUESDAY));
  const all = (day: string) => screen.getByLabelText(t('toggleDayLabel', { short: day.slice(0, 3), day }));

  test('opens an hour with a press and closes it with another', async () => {
    const { user, changes } = open(NIGHT);
    await user.click(closed());
    expect(changes.at(-1)?.join()).toContain('05:00');
    expect(text().value).toContain('05:00');
    await user.click(screen.getByLabelText(t('openHour', TUESDAY)));
    expect(changes.at(-1)).toEqual([NIGHT]);
  });

  test('opens and closes all hours of a day', async () => {
    const { user, changes } = open();
    await user.click(all(t('sunday')));
    expect(changes).toHaveLength(1);
    expect(changes[0]?.join()).toMatch(/^Sun 00:00-24:00/);
    await user.click(all(t('sunday')));
    expect(changes.at(-1)).toEqual([]);
  });

  test('limits hours to the typed rate', async () => {
    const { user, changes } = open();
    const rate = screen.getByLabelText<HTMLInputElement>(t('brushRateLabel'));
    await user.clear(rate);
    await user.click(rate);
    await user.paste('20');
    expect(screen.getByLabelText<HTMLInputElement>(t('brushLimitedLabel')).checked).toBe(true);
    await user.click(all(t('monday')));
    expect(changes.at(-1)?.join()).toContain('20MiB/s');
  });

  test('shows the previous week while the text is invalid', async () => {
    const { user, changes } = open(NIGHT);
    await user.clear(text());
    await user.click(text());
    await user.paste('Mon 25:00-26:00 UTC');
    expect(changes.at(-1)).toBeUndefined();
    expect(screen.getByText(/^Line 1, column 5:/)).toBeDefined();
    expect(text().getAttribute('aria-invalid')).toBe('true');
  });

  test('excludes dates on blur if they are valid', async () => {
    const { user, changes } = open(NIGHT);
    const dates = screen.getByLabelText<HTMLInputElement>(t('exceptLabel'));
    await user.click(dates);
    await user.paste('tomorrow');
    await user.tab();
    expect(screen.getByText(t('exceptError'))).toBeDefined();
    expect(changes).toEqual([]);
    await user.clear(dates);
    await user.click(dates);
    await user.paste('2026-12-24');
    await user.tab();
    expect(changes.at(-1)?.join()).toContain('2026-12-24');
  });

  test('applies another time zone to every window', async () => {
    const { user, changes } = open(NIGHT);
    await user.selectOptions(screen.getByLabelText(t('zoneLabel')), 'Europe/Oslo');
    expect(changes.at(-1)).toEqual(['daily 00:00-04:00 Europe/Oslo']);
  });
});

describe('the windows in the form of a run', () => {
  const open = (windows: string[], saved: string[] | undefined, answers: Answers = {}) => {
    const changes: object[] = [];
    const settings: Partial<Settings> = { workspaceWindows: saved ? { '/w': saved } : {} };
    const opened = openScreen(
      <WindowsField
        id="al-w"
        windows={windows}
        exitAtClose={false}
        workspace="/w"
        onChange={(changed) => changes.push(changed)}
      />,
      { 'settings.read': settings, ...answers },
    );
    return { ...opened, changes };
  };

  test('are saved for the workspace', async () => {
    const { user, requested } = open([NIGHT], undefined);
    await user.click(await buttonThatIs('on', t('saveForWorkspaceButton')));
    expect(requested('settings.write')).toEqual([
      { workspaceWindows: { workspace: '/w', windows: [NIGHT] } },
    ]);
  });

  test('of the workspace are used or removed', async () => {
    const { user, requested, changes } = open([], [NIGHT], { 'settings.write': failing('the disk is full') });
    await user.click(
      await buttonThatIs('on', t('useWorkspaceButton', { windows: 'Daily 00:00 to 04:00 UTC' })),
    );
    expect(changes).toEqual([{ windows: [NIGHT] }]);
    await user.click(await buttonThatIs('on', t('removeFromWorkspaceButton')));
    expect(requested('settings.write')).toEqual([{ workspaceWindows: { workspace: '/w', windows: null } }]);
    await screen.findByText(t('workspaceFailedTitle'), { exact: false });
  });

  test('are used from the dialog, and end the run on request', async () => {
    const { user, changes } = open([NIGHT], undefined);
    await user.click(await screen.findByRole('checkbox', { name: t('pauseLabel') }));
    await user.click(await buttonThatIs('on', t('changeButton')));
    const dialog = await screen.findByRole('dialog');
    await user.clear(within(dialog).getByLabelText(t('textLabel')));
    await user.click(screen.getByText(t('useNoneButton')));
    expect(changes).toEqual([{ exitAtClose: true }, { windows: [] }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
