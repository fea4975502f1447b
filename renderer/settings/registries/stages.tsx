import type { TestStage } from '../../../core/contract/topics/settings.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { t as parts } from '../parts/messages.ts';
import {
  STAGE_MARKS,
  STAGE_NAMES,
  type StageResult,
  stageDetail,
  type TestState,
} from '../parts/registry-words.ts';
import { t } from './messages.ts';

const ORDER: TestStage[] = ['name', 'connection', 'tls', 'login', 'path'];

/** The five stages of a registry test in their order. */
export function RegistryStages({ known }: { known: TestState | undefined }) {
  const found = known?.state === 'done' ? known.test.stages : [];
  return (
    <ol className="al-stages" aria-label={t('stagesLabel')} aria-busy={known?.state === 'testing'}>
      {ORDER.map((stage) => {
        const result = found.find((one) => one.stage === stage);
        return (
          <li key={stage} className={`al-stage al-stage-${result?.result ?? 'none'}`}>
            <StageMark result={result} testing={known?.state === 'testing'} />
            <strong>{STAGE_NAMES[stage]}</strong>
            <span className="al-sub al-anywhere" title={result?.detail}>
              {result ? stageDetail(result) : known ? '' : parts('untestedStage')}
            </span>
            <span className="al-sub al-num">
              {result?.ms === undefined ? '' : t('stageDuration', { duration: Math.round(result.ms) })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function StageMark({ result, testing }: { result: StageResult | undefined; testing: boolean }) {
  const { mark, label } = result
    ? STAGE_MARKS[result.result]
    : testing
      ? ({ mark: 'running', label: parts('testingStage') } as const)
      : ({ mark: 'waiting', label: parts('untestedStage') } as const);
  return (
    <StateMark mark={mark}>
      <span className="al-unseen">{label}</span>
    </StateMark>
  );
}
