import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { LiveRun, RunSchedule } from '../../core/contract/topics/run.ts';
import type { Settings } from '../../core/contract/topics/settings.ts';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../engine/screen.fixture.tsx';
import { liveRunOf } from '../run/live/live-run.fixture.ts';
import { RunWindow } from './run-window.tsx';
import { WindowsEditor } from './windows-editor.tsx';
import { WindowsField } from './windows-field.tsx';

const RUN = { root: '/srv/north-mirror', sequence: 8 };
const NIGHT = 'daily 00:00-04:00 UTC';
const READER: Answers = { 'host.describe': { session: { role: 'reader' } } };

const text = () => screen.getByLabelText<HTMLTextAreaElement>('As text, one a line');

describe('the windows of a run', () => {
  const open = (state: RunSchedule['state'], answers: Answers = {}) => {
    const schedule = { windows: [NIGHT], state, since: '2026-05-09T00:00:00Z', exitAtClose: false };
    return openScreen(<RunWindow run={liveRunOf({ schedule }) as LiveRun} />, answers);
  };

  test.each([
    { state: 'closed', press: 'Run now anyway', ignore: true },
    { state: 'ignored', press: 'Keep to windows', ignore: false },
  ] as const)('are changed by "$press" while $state', async ({ state, press, ignore }) => {
    const { user, asked } = open(state);
    await user.click(await buttonThatIs('on', press));
    expect(asked('runs.ignoreWindows')).toEqual([{ run: RUN, ignore }]);
    await buttonThatIs('off', press);
  });

  test('that cannot be ignored report why', async () => {
    const { user } = open('closed', { 'runs.ignoreWindows': failing('its process is gone') });
    await user.click(await buttonThatIs('on', 'Run now anyway'));
    await screen.findByText('The run was not told', { exact: false });
    await buttonThatIs('on', 'Run now anyway');
  });

  test('are replaced from the dialog', async () => {
    const { user, asked } = open('open', { 'runs.setWindows': {} });
    await user.click(await buttonThatIs('on', 'Change windows'));
    await screen.findByRole('dialog');
    await user.clear(text());
    await user.click(text());
    await user.paste('Mon 01:00-02:00 UTC');
    expect(asked('runs.setWindows')).toEqual([]);
    await user.click(screen.getByText('Give it these windows'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('runs.setWindows')).toEqual([{ run: RUN, windows: ['Mon 01:00-02:00 UTC'] }]);
  });

  test('that are rejected leave the dialog open', async () => {
    const { user } = open('open', { 'runs.setWindows': failing('the run has ended') });
    await user.click(await buttonThatIs('on', 'Change windows'));
    await user.clear(text());
    await user.click(screen.getByText('Let it run at any time'));
    await screen.findByText('The windows were not changed', { exact: false });
    expect(screen.getByText('Let it run at any time')).toBeDefined();
  });

  test('are not changed by a reader', async () => {
    open('closed', READER);
    for (const name of ['Run now anyway', 'Change windows'])
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
  const cell = (name: string) => screen.getByLabelText(name);

  test('opens an hour with a press and closes it with another', async () => {
    const { user, changes } = open(NIGHT);
    await user.click(cell('Tuesday 05:00 to 06:00, closed'));
    expect(changes.at(-1)?.join()).toContain('05:00');
    expect(text().value).toContain('05:00');
    await user.click(cell('Tuesday 05:00 to 06:00, open'));
    expect(changes.at(-1)).toEqual([NIGHT]);
  });

  test('opens a whole day, and is closed again by the same', async () => {
    const { user, changes } = open();
    await user.click(cell('Sun, all of Sunday'));
    expect(changes).toHaveLength(1);
    expect(changes[0]?.join()).toMatch(/^Sun 00:00-24:00/);
    await user.click(cell('Sun, all of Sunday'));
    expect(changes.at(-1)).toEqual([]);
  });

  test('limits hours to the typed rate', async () => {
    const { user, changes } = open();
    const rate = screen.getByLabelText<HTMLInputElement>('At most, MiB/s, of a window');
    await user.clear(rate);
    await user.click(rate);
    await user.paste('20');
    expect(screen.getByLabelText<HTMLInputElement>('Open, at most').checked).toBe(true);
    await user.click(cell('Mon, all of Monday'));
    expect(changes.at(-1)?.join()).toContain('20MiB/s');
  });

  test('keeps the week while the text cannot be read', async () => {
    const { user, changes } = open(NIGHT);
    await user.clear(text());
    await user.click(text());
    await user.paste('Mon 25:00-26:00 UTC');
    expect(changes.at(-1)).toBeUndefined();
    expect(screen.getByText(/^Line 1, column 5:/)).toBeDefined();
    expect(text().getAttribute('aria-invalid')).toBe('true');
  });

  test('leaves out dates when the field is left, unless they are none', async () => {
    const { user, changes } = open(NIGHT);
    const dates = screen.getByLabelText<HTMLInputElement>('Not on');
    await user.click(dates);
    await user.paste('tomorrow');
    await user.tab();
    expect(screen.getByText(/^Write dates such as/)).toBeDefined();
    expect(changes).toEqual([]);
    await user.clear(dates);
    await user.click(dates);
    await user.paste('2026-12-24');
    await user.tab();
    expect(changes.at(-1)?.join()).toContain('2026-12-24');
  });

  test('takes another time zone over to every window', async () => {
    const { user, changes } = open(NIGHT);
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Oslo');
    expect(changes.at(-1)).toEqual(['daily 00:00-04:00 Europe/Oslo']);
  });
});

describe('the windows in the form of a run', () => {
  const open = (windows: string[], kept: string[] | undefined, answers: Answers = {}) => {
    const changes: object[] = [];
    const settings: Partial<Settings> = { workspaceWindows: kept ? { '/w': kept } : {} };
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

  test('are stored for the workspace', async () => {
    const { user, asked } = open([NIGHT], undefined);
    await user.click(await buttonThatIs('on', 'Keep these for the workspace'));
    expect(asked('settings.write')).toEqual([{ workspaceWindows: { workspace: '/w', windows: [NIGHT] } }]);
  });

  test('of the workspace are used or forgotten', async () => {
    const { user, asked, changes } = open([], [NIGHT], { 'settings.write': failing('the disk is full') });
    await user.click(await buttonThatIs('on', /^Take those of the workspace/));
    expect(changes).toEqual([{ windows: [NIGHT] }]);
    await user.click(await buttonThatIs('on', 'Forget those of the workspace'));
    expect(asked('settings.write')).toEqual([{ workspaceWindows: { workspace: '/w', windows: null } }]);
    await screen.findByText('The windows were not kept', { exact: false });
  });

  test('are used from the dialog, and end the run on request', async () => {
    const { user, changes } = open([NIGHT], undefined);
    await user.click(await screen.findByRole('checkbox', { name: 'Pause for good when a window closes' }));
    await user.click(await buttonThatIs('on', 'Change windows'));
    const dialog = await screen.findByRole('dialog');
    await user.clear(within(dialog).getByLabelText('As text, one a line'));
    await user.click(screen.getByText('Run at any time'));
    expect(changes).toEqual([{ exitAtClose: true }, { windows: [] }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
