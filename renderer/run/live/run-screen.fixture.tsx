import { Route, Routes } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { type Answers, type OpenScreen, openScreen } from '../../engine/screen.fixture.tsx';
import { runAddress } from '../../parts/addresses.ts';
import { liveRunOf } from './live-run.fixture.ts';
import RunScreen from './screen.tsx';

/** A complete run. */
export function endedRunOf(changes: Partial<LiveRun> = {}): LiveRun {
  return liveRunOf({
    status: 'complete',
    endedAt: '2026-05-09T01:00:00Z',
    progress: undefined,
    images: { total: 546, copied: 546, present: 0, failed: 0 },
    resumable: false,
    ...changes,
  });
}

/** Opens the screen of a run at its address. */
export function openRun(run: LiveRun, answers: Answers = {}, query = ''): OpenScreen {
  return openScreen(
    <Routes>
      <Route path="/run/:sequence" element={<RunScreen />} />
      <Route path="*" element={<p>Another screen</p>} />
    </Routes>,
    {
      'runs.live': run,
      'runs.images': { version: 1, total: 0, matching: 0, states: NO_IMAGES, rows: [] },
      'workspaces.list': { workspaces: [] },
      'settings.read': { side: 'connected', workspaces: ['/w'] },
      ...answers,
    },
    `${runAddress(run.run)}${query}`,
  );
}

/** The number of images in each state: none. */
export const NO_IMAGES = { waiting: 0, running: 0, copied: 0, present: 0, failed: 0 };

/** The host's response in a read-only session. */
export const READER: Answers = { 'host.describe': { home: '/home/op', session: { role: 'reader' } } };
