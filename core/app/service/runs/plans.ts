import { randomUUID } from 'node:crypto';
import { shellWord } from '../../../base/document/shell-word.ts';
import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { RULE } from '../../../base/errors/rules.ts';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { waitWords } from '../../../contract/topics/link-words.ts';
import type { PlanSummary } from '../../../contract/topics/plan.ts';
import { readApproval, writeApproval } from '../../../mirror/approval/plan-approval.ts';
import {
  type PlanDocument,
  planText,
  type ReadPlan,
  readPlan,
} from '../../../mirror/approval/plan-document.ts';
import { type PlannedMirror, planMirror } from '../../../mirror/plan/plan-mirror.ts';
import type { MirrorRequest } from '../../../mirror/run/request.ts';
import { valueWithoutSecrets, withoutSecrets } from '../../../runs/audit/without-secrets.ts';
import type { RunEvent } from '../../../runs/progress/events.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { Jobs } from '../state/jobs.ts';
import type { ServiceState } from '../state/state.ts';
import { mappingPage, saveMapping } from './mapping.ts';
import { t } from './messages.ts';
import { openedPlanOf, planApproval, sectionsOf } from './plan-opened.ts';
import { type PlanTable, planTable, verdictsOf } from './plan-table.ts';
import { foldersOf, requestOf, shellCommand } from './run-request.ts';

/** A page shows one plan, and may return to the previous one. Each plan can contain 20,000 items. */
const MOST_PLANS = 4;

interface SavedPlan {
  document: PlanDocument;
  table: PlanTable;
  /** Only for a plan that was made here. */
  mapping?: string[];
  /** Only for a plan that was made here: the command of its run. */
  command?: string;
  /** Only for a plan that was read from a file. */
  opened?: Pick<ReadPlan, 'file' | 'digest'>;
  /** Whether a run still has to copy its images: something is new, and no run with its settings was started. */
  pending: boolean;
}

export interface Plans {
  handlers: HandlersOf<'plans'>;
  /** Returns the plans in memory with new images that no run has started to copy, the newest first. */
  documents(): PlanDocument[];
  /** Notes that a run was started. Its plan is no longer in `documents`. */
  started(request: Pick<MirrorRequest, 'arguments' | 'planFile'>): void;
}

/** Creates the handlers of `plans.*`: make, show, save and open plans. The last few stay in memory. */
export function createPlans(state: Pick<ServiceState, 'jobs' | 'hostFor'>): Plans {
  const saved = new Map<string, SavedPlan>();

  /** @returns the name of the plan */
  const keep = (one: SavedPlan): string => {
    const plan = randomUUID();
    saved.set(plan, one);
    for (const oldest of saved.keys()) if (saved.size > MOST_PLANS) saved.delete(oldest);
    return plan;
  };

  /** @throws AirlockError `not-found` */
  const planOf = (plan: string): SavedPlan => {
    const found = saved.get(plan);
    if (!found)
      throw new AirlockError('not-found', t('planForgotten'), {
        side: 'local',
        remedy: t('planForgottenRemedy'),
      });
    // Keeps the most recently used plans.
    saved.delete(plan);
    saved.set(plan, found);
    return found;
  };

  /** @throws AirlockError `not-found`; `usage` for a plan that was read from a file */
  const mappingOf = (plan: string): string[] => {
    const { mapping } = planOf(plan);
    if (mapping) return mapping;
    throw new AirlockError('usage', t('mappingOfFile'), { remedy: t('planForgottenRemedy') });
  };

  const handlers: Plans['handlers'] = {
    async 'plans.make'({ settings, ticket }, { signal }) {
      const request = requestOf(settings);
      using work = workEvents(state.jobs, ticket);
      const planned = await planMirror(
        request,
        state.hostFor(...foldersOf(request).places),
        { emit: work.take, signal, pause: new AbortController().signal },
        work.image,
      );
      const { document, summary, deliverables } = planned;
      const command = shellCommand(request.arguments);
      const plan = keep({
        document,
        command,
        pending: !planned.nothingNew,
        table: planTable(summary.items, deliverables),
        mapping: planned.mapping(),
      });
      return summaryOf(plan, planned, command);
    },

    'plans.items': async ({ plan, ...query }) => planOf(plan).table(query),

    'plans.mapping': async ({ plan, ...page }) => mappingPage(mappingOf(plan), page),
    'plans.saveMapping': ({ plan, file }) => saveMapping(mappingOf(plan), file),

    async 'plans.save'({ plan, file }) {
      const path = absolutePath(file, 'file');
      const text = planText(planOf(plan).document);
      await writeFileAtomic(path, text);
      const sign = ['gpg', '--detach-sign', '--armor', path];
      return { file: path, digest: sha256(text), signCommand: sign.map(shellWord).join(' ') };
    },

    async 'plans.open'({ file, requireSignature }, { signal, session }) {
      const read = await readPlan(absolutePath(file, 'file'));
      const required =
        requireSignature === undefined ? undefined : absolutePath(requireSignature, 'requireSignature');
      const approval = await planApproval(read, required, {
        env: state.hostFor(read.file).env,
        signal,
        // A read-only session must not run a program with the permissions of this account.
        keyOnly: session?.role !== 'operator',
      });
      const plan = keep({ document: read, table: planTable(read.items, []), opened: read, pending: true });
      return openedPlanOf(plan, read, approval, await readApproval(read.file, read.digest));
    },

    async 'plans.approve'({ plan }, { session }) {
      const { name, role } = session!;
      const { opened } = planOf(plan);
      if (!opened)
        throw new AirlockError('usage', t('planUnsaved'), {
          remedy: t('planUnsavedRemedy'),
        });
      if ((await readPlan(opened.file)).digest !== opened.digest)
        throw new AirlockError('file-changed', t('planChanged', { file: opened.file }), {
          remedy: t('planChangedRemedy'),
        });
      const approvedBy = { name, role, at: new Date().toISOString() };
      return { file: await writeApproval(opened.file, opened.digest, approvedBy), approvedBy };
    },
  };
  return {
    handlers,
    documents: () =>
      [...saved.values()].flatMap(({ document, pending }) => (pending ? [document] : [])).toReversed(),
    started({ arguments: words, planFile }) {
      const run = shellCommand(words);
      for (const one of saved.values())
        if (one.opened ? one.opened.file === planFile : one.command === run) one.pending = false;
    },
  };
}

function summaryOf(plan: string, planned: PlannedMirror, command: string): PlanSummary {
  const { images, bytes, bytesPresent, bySection, items, keys, problems } = planned.summary;
  return {
    plan,
    createdAt: planned.document.created,
    images,
    bytes,
    bytesPresent,
    sections: sectionsOf(bySection),
    verdicts: verdictsOf(items),
    keys: keys ?? [],
    problems: problems.map((problem) => ({
      ...(valueWithoutSecrets(problem) as Problem),
      rule: problem[RULE]?.id,
    })),
    nothingNew: planned.nothingNew,
    command,
  };
}

/** Reports the progress of a plan: `collect` while content is being determined, `resolve` while its images are read. */
function workEvents(jobs: Jobs, ticket: string) {
  const report = jobs.request(ticket, { phase: 'collect', unit: 'images' });
  let seen: { done: number; total?: number } = { done: 0 };
  let detail: string | undefined;
  const note = () =>
    report(seen.done, seen.total, { phase: seen.total === undefined ? 'collect' : 'resolve', detail });
  return {
    take(event: RunEvent): void {
      if (event.type === 'retry') detail = withoutSecrets(event.message);
      else if (event.type === 'wait') detail = withoutSecrets(waitWords(event));
      else if (event.type !== 'phase') return;
      note();
    },
    image(done: number, total: number): void {
      seen = { done, total };
      detail = undefined;
      note();
    },
    [Symbol.dispose]: report[Symbol.dispose],
  };
}
