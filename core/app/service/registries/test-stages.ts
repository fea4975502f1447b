import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { type MessageParts, messageText, PARTS } from '../../../base/errors/message-parts.ts';
import type { RegistryTest, TestStage } from '../../../contract/topics/settings.ts';
import { contractFailure, interrupted, shownText } from '../state/answers.ts';

type Stage = RegistryTest['stages'][number];

/** What a stage found that did not fail. */
export interface StageOutcome {
  /** Default: passed. */
  result?: 'passed' | 'skipped' | 'warning';
  detail: string | MessageParts;
}

const WORDS: Record<TestStage, string> = {
  name: 'the name',
  connection: 'the connection',
  tls: 'TLS',
  login: 'the login',
  path: 'the path',
};

/** Stages one after another; after the first that fails the others are left out, and say what is in order. */
export interface TestStages {
  readonly stages: Stage[];
  /** @throws AirlockError `interrupted` when the whole test is aborted; whatever else `work` throws is the stage's result */
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
      .map(({ stage }) => WORDS[stage]);
    const proof = fine.length > 0 ? ` In order: ${fine.join(', ')}.` : '';
    return `Not tried: ${WORDS[broken]} failed.${proof}`;
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
              { subject: address, statement: `no answer within ${limit / 1000} s` },
              { remedy: 'Check firewalls and proxies on the way.' },
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

/** What was found, without the name of the registry and where the login comes from; undefined when that is everything. */
function findingOf(message: string | MessageParts, host: string): string | undefined {
  if (typeof message === 'string') return undefined;
  const { subject, statement } = message;
  return shownText(subject === host ? statement : messageText({ subject, statement }));
}
