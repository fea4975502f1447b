import { absolutePath } from './absolute-path.ts';
import type { HandlersOf } from './handlers.ts';
import type { Jobs } from './jobs.ts';

/** `jobs.*`: exports, imports, applies and rollbacks, whoever started them. */
export function jobHandlers(jobs: Jobs): HandlersOf<'jobs'> {
  return {
    'jobs.list': async () => ({ jobs: jobs.list() }),
    async 'jobs.answer'(given) {
      jobs.answer(given.kind === 'media' ? { ...given, path: absolutePath(given.path, 'path') } : given);
      return {};
    },
    async 'jobs.stop'(job) {
      jobs.stop(job);
      return {};
    },
  };
}
