import { AirlockError, type Side } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../base/errors/codes.ts';
import { RULE } from '../../base/errors/rules.ts';
import type { PlanSummary } from '../../mirror/approval/plan-document.ts';
import type { MirrorResult } from '../../mirror/run/request.ts';
import type { PracticeInventory } from '../../test-world/inventory.ts';
import { t } from './messages.ts';

const SOME_FAILED = 2;
const UNSIGNED = 5;
const SIDES: Side[] = ['source', 'destination', 'local'];

/** Returns why the journey can't continue after this plan, with the missing releases; undefined if it can. */
export function planFault(
  { problems }: Pick<PlanSummary, 'problems'>,
  { releases }: Pick<PracticeInventory, 'releases'>,
): AirlockError | undefined {
  const errors = problems.filter(({ level }) => level === 'error');
  const first = errors[0];
  if (!first) return undefined;
  const leftOut = new Set(errors.map(({ [RULE]: rule }) => rule?.id === 'release-left-out' && rule.digest));
  const concerned = releases.filter(({ digest }) => leftOut.has(digest));
  const names = concerned.map(({ tag }) => t('release', { tag })).join(', ');
  const message = names ? t('releasesRejected', { releases: names, reason: first.message }) : first.message;
  return new AirlockError(codeOf(first.code), message, {
    remedy: first.remedy,
    exitCode: first.code.startsWith('signature-') ? UNSIGNED : SOME_FAILED,
    problems: errors.length > 1 ? errors : [],
  });
}

/** Returns why the journey can't continue after this run; undefined if all images were copied. */
export function mirrorFault(
  result: Pick<MirrorResult, 'status' | 'exitCode' | 'images' | 'failures' | 'rejected'>,
): AirlockError | undefined {
  const { status, exitCode, images, failures, rejected } = result;
  if (status === 'complete') return undefined;
  if (status === 'paused') return new AirlockError('interrupted', t('stopped'));
  const left = rejected[0];
  if (left) {
    const { deliverable, message: reason } = left;
    return new AirlockError(codeOf(left.code), t('deliverableRejected', { deliverable, reason }), {
      exitCode,
    });
  }
  const failed = failures[0];
  const side = SIDES.find((each) => each === failed?.side);
  const counts = { failed: images.failed, total: images.total };
  return new AirlockError(
    failed ? codeOf(failed.code) : 'image-failed',
    failed
      ? t('imagesFailedFirst', { ...counts, source: failed.source, reason: failed.message })
      : t('imagesFailed', counts),
    { exitCode, side },
  );
}

function codeOf(code: string): ErrorCode {
  return code in ERROR_CODES ? (code as ErrorCode) : 'internal';
}
