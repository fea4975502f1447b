import { describe, expect, test } from 'vitest';
import type { LiveRun, RunSchedule } from '../../core/contract/topics/run.ts';
import { type Answered, buttonsOf, drawn, textOf } from '../engine/page.fixture.tsx';
import { t } from './messages.ts';
import { RunWindow } from './run-window.tsx';
import { WeekGrid } from './week-grid.tsx';
import { WindowsEditor } from './windows-editor.tsx';
import { WindowsField } from './windows-field.tsx';

const none = () => {};
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

describe('the windows of a run', () => {
  const shown = (schedule?: Partial<RunSchedule>) =>
    drawn(
      <RunWindow
        run={
          {
            run: { root: '/w', sequence: 1 },
            schedule: schedule && {
              windows: ['daily 00:00-24:00 UTC'],
              state: 'open',
              since: inHours(-1),
              exitAtClose: false,
              ...schedule,
            },
          } as LiveRun
        }
      />,
    );

  test('without windows it runs at any time, and windows can be set', () => {
    for (const html of [shown(), shown({ windows: [] })]) {
      expect(textOf(html)).toContain(`${t('transferWindowsTitle')} ${t('anyTime')}`);
      expect(buttonsOf(html)).toEqual({ [t('setButton')]: 'on' });
    }
  });

  test('an open window shows its end, its rate limit, and how many windows the run needs', () => {
    const html = shown({ changesAt: inHours(2), rate: 20 * 1024 ** 2, windowsLeft: 3 });
    expect(textOf(html)).toMatch(/^Transfer window open ?Window closes .*, in (\d h|\d h \d+ min)/);
    expect(textOf(html)).toContain(t('rateText', { rate: '20.0 MiB/s' }));
    expect(textOf(html)).toContain(t('windowsNeededText', { windows: 3 }));
    expect(buttonsOf(html)).toEqual({ [t('changeButton')]: 'on' });
    expect(textOf(shown({ windowsLeft: 1 }))).not.toContain(t('windowsNeededText', { windows: 1 }));
  });

  test('a run that waits can run outside its windows, and then wait for the next one', () => {
    expect(buttonsOf(shown({ state: 'closed', changesAt: inHours(2) }))).toEqual({
      [t('runOutsideButton')]: 'on',
      [t('changeButton')]: 'on',
    });
    const ignored = shown({ state: 'ignored', changesAt: inHours(2) });
    expect(buttonsOf(ignored)).toMatchObject({ [t('waitForWindowButton')]: 'on' });
    expect(textOf(ignored)).toMatch(/^Running outside transfer windows ?Next window opens/);
  });

  test('other limits are shown', () => {
    const html = shown({ exitAtClose: true, maxBytes: 1024 ** 3, bytesLeft: 1024 ** 2 });
    expect(textOf(html)).toContain(t('pausesAtCloseText'));
    expect(textOf(html)).toContain(t('pausesAfterText', { size: '1.0 GiB', left: '1.0 MiB' }));
    expect(textOf(shown({ exitAtClose: true, windows: [] }))).not.toContain(t('pausesAtCloseText'));
  });

  test('without a next change it shows the windows', () => {
    expect(textOf(shown({}))).toContain('Daily 00:00 to 24:00 UTC');
  });
});

describe('a week', () => {
  const closed = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => undefined));
  const grid = (cells: (number | null | undefined)[][]) =>
    drawn(<WeekGrid id="week" cells={cells} brush={null} onChange={none} />);

  test('has 7 days of 24 hours, and Tab reaches one of them', () => {
    const html = grid(closed);
    expect(html.match(/data-cell=/g)).toHaveLength(7 * 24);
    expect(html.match(/data-cell="0-0"[^>]*tabindex="0"|tabindex="0"[^>]*data-cell="0-0"/g)).toHaveLength(1);
    expect(html.match(/tabindex="0"/gi)).toHaveLength(1);
    expect(html).not.toContain('aria-pressed="true"');
    expect(html).toContain(`title="${t('toggleDayTip', { day: t('monday') })}"`);
    expect(html).toContain(`title="${t('toggleHourTip', { hour: 23 })}"`);
  });

  test('shows for each hour whether it is open, and its rate limit', () => {
    const cells: (number | null | undefined)[][] = closed.map((day) => [...day]);
    cells[0]![1] = null;
    cells[6]![23] = 5 * 1024 ** 2;
    const html = grid(cells);
    expect(html).toContain('aria-label="Monday 01:00 to 02:00, open"');
    expect(html).toContain('aria-label="Sunday 23:00 to 24:00, open, at most 5.0 MiB/s"');
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(2);
    expect(html.match(/al-week-limited/g)).toHaveLength(1);
  });
});

describe('windows as a week and as text', () => {
  const editor = (...windows: string[]) =>
    drawn(<WindowsEditor id="al-w" windows={windows} onChange={none} />);

  test('show the same', () => {
    const html = editor('Mon-Fri 00:00-04:00 UTC');
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(20);
    expect(textOf(html)).toContain(t('weekNote', { hours: 20 }));
    expect(html).toContain('Mon-Fri 00:00-04:00 UTC</textarea>');
  });

  test('windows that a week cannot show are only in the text', () => {
    const html = editor('2026-12-24T20:00/2026-12-25T04:00 UTC');
    expect(textOf(html)).toContain(`${t('weekNote', { hours: 0 })} ${t('textOnlyNote', { count: 1 })}`);
  });

  test('an empty text has no open hours', () => {
    const html = editor();
    expect(textOf(html)).toContain(t('weekNote', { hours: 0 }));
    expect(textOf(html)).toContain(t('textHelp'));
  });

  test('an invalid window is reported with line and column', () => {
    expect(textOf(editor('Mon 25:00-26:00 UTC'))).toContain('Line 1, column 5:');
  });
});

describe('windows of a new run', () => {
  const field = (windows: string[], saved?: string[]) => {
    const settings: Answered = [
      'settings.read',
      {},
      { workspaces: ['/w'], workspaceWindows: saved ? { '/w': saved } : {} },
    ];
    return drawn(
      <WindowsField id="al-w" windows={windows} exitAtClose={false} workspace="/w" onChange={none} />,
      [settings],
    );
  };
  const NIGHT = 'daily 00:00-04:00 UTC';

  test('can pause the run when they close', () => {
    expect(textOf(field([]))).toBe([t('transferWindowsTitle'), t('anyTime'), t('setButton')].join(' '));
    expect(textOf(field([NIGHT]))).toContain(t('pauseLabel'));
  });

  test('are saved for the workspace, or copied from it', () => {
    expect(buttonsOf(field([NIGHT]))).toMatchObject({ [t('saveForWorkspaceButton')]: 'on' });
    expect(buttonsOf(field([], [NIGHT]))).toMatchObject({
      [t('useWorkspaceButton', { windows: 'Daily 00:00 to 04:00 UTC' })]: 'on',
      [t('removeFromWorkspaceButton')]: 'on',
    });
    expect(textOf(field([NIGHT], [NIGHT]))).toContain(t('workspaceNote'));
  });
});
