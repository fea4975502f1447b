import type { OpenedPlan, PlanItem, PlanSummary } from '../../../core/contract/topics/plan.ts';
import type { Part } from '../../engine/completed.fixture.ts';
import type { Answers } from '../../engine/screen.fixture.tsx';

const GiB = 1024 ** 3;
const SECTIONS = [
  { name: 'Release 4.16.1', images: 190, bytes: 4 * GiB },
  { name: 'Operators', images: 10, bytes: GiB },
];
const VERDICTS = { verified: 190, unsigned: 0, 'not-checked': 9, rejected: 1, override: 0 };

/** A plan of a release and some operators. */
export function planOf(changes: Partial<PlanSummary> = {}): PlanSummary {
  return {
    plan: 'plan-1',
    createdAt: '2026-05-09T00:00:00Z',
    images: 200,
    bytes: 5 * GiB,
    bytesPresent: GiB,
    sections: SECTIONS,
    verdicts: VERDICTS,
    keys: [],
    problems: [],
    nothingNew: false,
    command: 'airlock plan -c a.yaml file:///w',
    ...changes,
  };
}

/** A plan from a file, without a required signature. */
export function openedPlanOf(changes: Partial<OpenedPlan> = {}): OpenedPlan {
  return {
    plan: 'plan-2',
    file: '/w/plan.json',
    digest: 'sha256:abc',
    createdAt: '2026-05-09T00:00:00Z',
    tool: 'airlock 0.9.0',
    workflow: 'mirrorToDisk',
    configuration: { name: 'a.yaml', digest: `sha256:${'1'.repeat(64)}` },
    images: 200,
    bytes: 5 * GiB,
    sections: SECTIONS,
    verdicts: VERDICTS,
    keys: [],
    approval: { state: 'not-checked' },
    ...changes,
  };
}

const item = (name: string, more: Part<PlanItem> = {}): Part<PlanItem> => ({
  source: `quay.io/ocp/${name}:1`,
  destination: `registry.lab/ocp/${name}:1`,
  digest: `sha256:${name}`,
  why: 'release 4.16.1',
  bytes: 2048,
  verdict: 'verified (A1B2C3D4E5F60718)',
  ...more,
});

/** The images of a plan. */
export const ITEMS: Answers = {
  'plans.items': {
    total: 2,
    matching: 2,
    rows: [item('etcd'), item('tools', { verdict: 'not-checked', why: 'additional image' })],
  },
};
