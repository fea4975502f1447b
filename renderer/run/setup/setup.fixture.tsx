import { Route, Routes } from 'react-router';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { type Answers, type OpenScreen, openScreen } from '../../engine/screen.fixture.tsx';
import { planOf } from '../plan/plan.fixture.ts';
import { SetupScreen } from './screen.tsx';

const ADDRESSES: Record<WorkflowKind, string> = {
  mirrorToDisk: '/fetch',
  diskToMirror: '/push',
  mirrorToMirror: '/mirror',
};

/** The run that is started. */
const STARTED = { root: '/w', sequence: 1 };

/** The address of {@link STARTED}. */
export const STARTED_ADDRESS = '/run/1?root=%2Fw';

/** A configuration without problems. */
export const TEXT = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror: {}\n';

/** A workspace on the list. */
export const WORKSPACE = { directory: '/w', name: 'north', enclaves: [{ name: 'fleet', transfers: [] }] };

let opened = 0;

/**
 * Opens the form of a run in a workspace with one configuration. Its name is always new, because plans outlive a screen.
 * @param query of the address, in addition to the workspace
 */
export function openSetup(
  workflow: WorkflowKind,
  answers: Answers = {},
  query = '',
): OpenScreen & { file: string } {
  const file = `/w/set-${++opened}.yaml`;
  const screen = openScreen(
    <Routes>
      <Route path={ADDRESSES[workflow]} element={<SetupScreen workflow={workflow} />} />
      <Route path="*" element={<p>Another screen</p>} />
    </Routes>,
    {
      'workspaces.list': { workspaces: [WORKSPACE] },
      'workspaces.open': WORKSPACE,
      'registries.list': { registries: [] },
      'configurations.list': { configurations: [{ file, name: `set-${opened}` }] },
      'configurations.read': { file, text: TEXT, digest: 'sha256:1' },
      'configurations.check': { ok: true, operators: false, problems: [] },
      'plans.make': planOf(),
      'plans.items': { total: 0, matching: 0, rows: [] },
      'runs.start': { run: STARTED },
      ...answers,
    },
    `${ADDRESSES[workflow]}?${workflow === 'diskToMirror' ? 'from' : 'workspace'}=/w${query}`,
  );
  return { ...screen, file };
}
