import type { TestStage } from '../../../core/contract/topics/settings.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import {
  STAGE_MARKS,
  STAGE_NAMES,
  type StageResult,
  stageDetail,
  type TestState,
} from '../parts/registry-words.ts';

const ORDER: TestStage[] = ['name', 'connection', 'tls', 'login', 'path'];

/** The five stages of a registry's test, in the order they are passed. */
export function RegistryStages({ known }: { known: TestState | undefined }) {
  const found = known?.state === 'done' ? known.test.stages : [];
  return (
    <ol className="al-stages" aria-label="Stages of the test" aria-busy={known?.state === 'testing'}>
      {ORDER.map((stage) => {
        const result = found.find((one) => one.stage === stage);
        return (
          <li key={stage} className={`al-stage al-stage-${result?.result ?? 'none'}`}>
            <StageMark result={result} testing={known?.state === 'testing'} />
            <strong>{STAGE_NAMES[stage]}</strong>
            <span className="al-sub al-anywhere" title={result?.detail}>
              {result ? stageDetail(result) : known ? '' : 'not tested'}
            </span>
            <span className="al-sub al-num">
              {result?.ms === undefined ? '' : `${Math.round(result.ms)} ms`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function StageMark({ result, testing }: { result: StageResult | undefined; testing: boolean }) {
  const { mark, word } = result
    ? STAGE_MARKS[result.result]
    : testing
      ? ({ mark: 'running', word: 'Testing' } as const)
      : ({ mark: 'waiting', word: 'Not tested' } as const);
  return (
    <StateMark mark={mark}>
      <span className="al-unseen">{word}</span>
    </StateMark>
  );
}
