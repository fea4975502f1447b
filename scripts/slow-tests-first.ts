import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './run.ts';

/** Test files that take longest, and folders of such files, in the order in which they start. */
export const SLOW_TESTS = [
  'stress/disks/',
  'cli/shared-workspace.test.ts',
  'core/mirror/resume.test.ts',
  'core/mirror/faults.test.ts',
  'core/mirror/kill.test.ts',
  'cli/commands/serve.test.ts',
];

/** Starts the slowest test files first: one that starts last would leave the other workers without work. */
export class SlowTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = SLOW_TESTS.findIndex((name) => relative(ROOT, moduleId).startsWith(name));
      return found < 0 ? SLOW_TESTS.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
