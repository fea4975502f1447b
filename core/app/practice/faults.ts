import { AirlockError, type Side } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../base/errors/codes.ts';
import { RULE } from '../../base/errors/rules.ts';
import type { PlanSummary } from '../../mirror/approval/plan-document.ts';
import type { MirrorResult } from '../../mirror/run/request.ts';
import type { PracticeInventory } from '../../test-world/inventory.ts';

const SOME_FAILED = 2;
const UNSIGNED = 5;
const SIDES: Side[] = ['source', 'destination', 'local'];

/** Why the journey cannot go on after this plan, naming the releases that it lacks; undefined when it can. */
export function planFault(
  { problems }: Pick<PlanSummary, 'problems'>,
  { releases }: Pick<PracticeInventory, 'releases'>,
): AirlockError | undefined {
  const errors = problems.filter(({ level }) => level === 'error');
  const first = errors[0];
  if (!first) return undefined;
  const leftOut = new Set(errors.map(({ [RULE]: rule }) => rule?.id === 'release-left-out' && rule.digest));
  const concerned = releases.filter(({ digest }) => leftOut.has(digest));
  const names = concerned.map(({ tag }) => `release ${tag}`).join(', ');
  return new AirlockError(codeOf(first.code), names ? `${names}: ${first.message}` : first.message, {
    remedy: first.remedy,
    exitCode: first.code.startsWith('signature-') ? UNSIGNED : SOME_FAILED,
    problems: errors.length > 1 ? errors : [],
  });
}

/** Why the journey cannot go on after this run; undefined when all images were copied. */
export function mirrorFault(
  result: Pick<MirrorResult, 'status' | 'exitCode' | 'images' | 'failures' | 'rejected'>,
): AirlockError | undefined {
  const { status, exitCode, images, failures, rejected } = result;
  if (status === 'complete') return undefined;
  if (status === 'paused') return new AirlockError('interrupted', 'stopped on request');
  const left = rejected[0];
  if (left) return new AirlockError(codeOf(left.code), `${left.deliverable}: ${left.message}`, { exitCode });
  const failed = failures[0];
  const side = SIDES.find((each) => each === failed?.side);
  const which = failed ? `, the first of them ${failed.source}: ${failed.message}` : '';
  return new AirlockError(
    failed ? codeOf(failed.code) : 'image-failed',
    `${images.failed} of ${images.total} images failed${which}`,
    { exitCode, side },
  );
}

function codeOf(code: string): ErrorCode {
  return code in ERROR_CODES ? (code as ErrorCode) : 'internal';
}
