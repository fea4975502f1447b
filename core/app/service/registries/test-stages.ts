import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { type MessageParts, messageText, PARTS } from '../../../base/errors/message-parts.ts';
import type { RegistryTest, TestStage } from '../../../contract/topics/settings.ts';
import { contractFailure, interrupted, shownText } from '../state/answers.ts';
import { t } from './messages.ts';

type Stage = RegistryTest['stages'][number];

/** The result of a stage that didn't fail. */
export interface StageOutcome {
  /** Default: passed. */
  result?: 'passed' | 'skipped' | 'warning';
  detail: string | MessageParts;
}

function stageName(stage: TestStage): string {
  return t(`${stage}Stage`);
}

/** Runs stages in order. After a failure, the remaining stages aren't run, and their results list the passed ones. */
export interface TestStages {
  readonly stages: Stage[];
  /** @throws AirlockError `interrupted` when the test is aborted. Other errors of `work` are the result of the stage */
  run(stage: TestStage, work: (signal: AbortSignal) => Promise<StageOutcome>): Promise<void>;
}

/**
 * @param host as pages name the registry
 * @param address as dialled
 * @param limit ms for each stage
 */
export function createTestStages(
  host: string,
  address: string,
  signal: AbortSignal,
  limit: number,
): TestStages {
  const stages: Stage[] = [];
  const detailed = (message: string | MessageParts) => ({
    detail: shownText(messageText(message)),
    finding: findingOf(message, host),
  });
  let failed: TestStage | undefined;

  const notTried = (broken: TestStage): string => {
    const fine = stages
      .filter(({ result }) => result === 'passed' || result === 'warning')
      .map(({ stage }) => stageName(stage));
    return fine.length > 0
      ? t('stageSkippedAfter', { stage: stageName(broken), passed: fine.join(', ') })
      : t('stageSkipped', { stage: stageName(broken) });
  };

  return {
    stages,
    async run(stage, work) {
      if (failed) {
        stages.push({ stage, result: 'skipped', detail: notTried(failed) });
        return;
      }
      const started = performance.now();
      const late = AbortSignal.timeout(limit);
      try {
        const { result = 'passed', detail } = await work(AbortSignal.any([signal, late]));
        stages.push({ stage, result, ...detailed(detail), ms: Math.round(performance.now() - started) });
      } catch (thrown) {
        if (signal.aborted) throw interrupted();
        const error = late.aborted
          ? new AirlockError(
              'stalled',
              { subject: address, statement: t('noAnswer', { seconds: limit / 1000 }) },
              { remedy: t('noAnswerRemedy') },
            )
          : asAirlockError(thrown);
        const { code, remedy } = contractFailure(error);
        failed = stage;
        stages.push({
          stage,
          result: 'failed',
          ...detailed(error[PARTS] ?? error.message),
          ms: Math.round(performance.now() - started),
          code,
          remedy,
        });
      }
    },
  };
}

/** Returns the finding without the name of the registry and the origin of the credentials, or undefined if nothing is left. */
function findingOf(message: string | MessageParts, host: string): string | undefined {
  if (typeof message === 'string') return undefined;
  const { subject, statement } = message;
  return shownText(subject === host ? statement : messageText({ subject, statement }));
}
