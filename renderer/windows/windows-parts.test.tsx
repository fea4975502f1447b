import { describe, expect, test } from 'vitest';
import type { LiveRun, RunSchedule } from '../../core/contract/topics/run.ts';
import { type Answered, buttonsOf, drawn, textOf } from '../engine/page.fixture.tsx';
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

  test('without windows it runs at any time, and can be given some', () => {
    for (const html of [shown(), shown({ windows: [] })]) {
      expect(textOf(html)).toContain('Windows runs at any time');
      expect(buttonsOf(html)).toEqual({ 'Set windows': 'on' });
    }
  });

  test('while one is open: until when, how fast, and how many are to come', () => {
    const html = shown({ changesAt: inHours(2), rate: 20 * 1024 ** 2, windowsLeft: 3 });
    expect(textOf(html)).toMatch(/^Window open ?closes .* in \d:\d\d:\d\d/);
    expect(textOf(html)).toContain('at most 20.0 MiB/s');
    expect(textOf(html)).toContain('3 windows to go');
    expect(buttonsOf(html)).toEqual({ 'Change windows': 'on' });
    expect(textOf(shown({ windowsLeft: 1 }))).not.toContain('to go');
  });

  test('while none is open it can run anyway; while it does it can keep to them again', () => {
    expect(buttonsOf(shown({ state: 'closed', changesAt: inHours(2) }))).toEqual({
      'Run now anyway': 'on',
      'Change windows': 'on',
    });
    const ignored = shown({ state: 'ignored', changesAt: inHours(2) });
    expect(buttonsOf(ignored)).toMatchObject({ 'Keep to windows': 'on' });
    expect(textOf(ignored)).toMatch(/^Outside of its windows ?the next opens/);
  });

  test('what else ends it', () => {
    const html = shown({ exitAtClose: true, maxBytes: 1024 ** 3, bytesLeft: 1024 ** 2 });
    expect(textOf(html)).toContain('pauses when the window closes, pauses after 1.0 GiB, 1.0 MiB left');
    expect(textOf(shown({ exitAtClose: true, windows: [] }))).not.toContain('pauses');
  });

  test('without an end the windows themselves are said', () => {
    expect(textOf(shown({}))).toContain('Daily 00:00 to 24:00 UTC');
  });
});

describe('a week', () => {
  const closed = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => undefined));
  const grid = (cells: (number | null | undefined)[][]) =>
    drawn(<WeekGrid id="week" cells={cells} brush={null} onChange={none} />);

  test('is 7 days of 24 hours, one of which Tab comes to', () => {
    const html = grid(closed);
    expect(html.match(/data-cell=/g)).toHaveLength(7 * 24);
    expect(html.match(/data-cell="0-0"[^>]*tabindex="0"|tabindex="0"[^>]*data-cell="0-0"/g)).toHaveLength(1);
    expect(html.match(/tabindex="0"/gi)).toHaveLength(1);
    expect(html).not.toContain('aria-pressed="true"');
    expect(html).toContain('title="All of Monday"');
    expect(html).toContain('title="23:00 on every day"');
  });

  test('says of each hour whether it is open, and how fast', () => {
    const cells: (number | null | undefined)[][] = closed.map((day) => [...day]);
    cells[0]![1] = null;
    cells[6]![23] = 5 * 1024 ** 2;
    const html = grid(cells);
    expect(html).toContain('aria-label="Monday 01:00 to 02:00, open"');
    expect(html).toContain('aria-label="Sunday 23:00 to 24:00, open at 5.0 MiB/s"');
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(2);
    expect(html.match(/al-week-held/g)).toHaveLength(1);
  });
});

describe('windows as a week and as text', () => {
  const editor = (...windows: string[]) =>
    drawn(<WindowsEditor id="al-w" windows={windows} onChange={none} />);

  test('show the same', () => {
    const html = editor('Mon-Fri 00:00-04:00 UTC');
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(20);
    expect(textOf(html)).toContain('Open 20 hours a week.');
    expect(html).toContain('Mon-Fri 00:00-04:00 UTC</textarea>');
  });

  test('what a week cannot show is in the text alone', () => {
    const html = editor('2026-12-24T20:00/2026-12-25T04:00 UTC');
    expect(textOf(html)).toContain('No hour is open, and what the text alone says: 1.');
  });

  test('no windows: at any time', () => {
    const html = editor();
    expect(textOf(html)).toContain('No hour is open.');
    expect(textOf(html)).toContain('Nothing: at any time.');
  });

  test('what cannot be read is reported with its place', () => {
    expect(textOf(editor('Mon 25:00-26:00 UTC'))).toContain('Line 1, column 5:');
  });
});

describe('windows of a run that is begun', () => {
  const field = (windows: string[], kept?: string[]) => {
    const settings: Answered = [
      'settings.read',
      {},
      { workspaces: ['/w'], workspaceWindows: kept ? { '/w': kept } : {} },
    ];
    return drawn(
      <WindowsField id="al-w" windows={windows} exitAtClose={false} workspace="/w" onChange={none} />,
      [settings],
    );
  };
  const NIGHT = 'daily 00:00-04:00 UTC';

  test('can pause it for good, where there are any', () => {
    expect(textOf(field([]))).toBe('Windows of the link At any time Set windows');
    expect(textOf(field([NIGHT]))).toContain('Pause for good when a window closes');
  });

  test('are kept for the workspace, or taken from it', () => {
    expect(buttonsOf(field([NIGHT]))).toMatchObject({ 'Keep these for the workspace': 'on' });
    expect(buttonsOf(field([], [NIGHT]))).toMatchObject({
      'Take those of the workspace: Daily 00:00 to 04:00 UTC': 'on',
      'Forget those of the workspace': 'on',
    });
    expect(textOf(field([NIGHT], [NIGHT]))).toContain('New runs of this workspace begin with these.');
  });
});
