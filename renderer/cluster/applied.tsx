import type { ClusterJob, PlanStepLine } from '../../core/contract/topics/clusters.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { Words } from '../parts/words.tsx';
import { OUTCOMES, objectKey, outcomeWords, STEP_STATES, stepWords } from './cluster-words.ts';
import { t } from './messages.ts';
import { FieldChanges } from './object-card.tsx';

/** Fields of the dialog of a rollback that have other names than those of an apply. */
const ROLLBACK_FIELDS = { '--overwrite': t('rollbackOverwriteLabel') };

/** The objects of a job with their results, and of a plan with their changes. */
export function AppliedObjects({ job: { action, objects, dryRun } }: { job: ClusterJob }) {
  return (
    <table className="al-plain-table al-cluster-applied">
      <thead>
        <tr>
          <th scope="col">{t('objectColumn')}</th>
          <th scope="col">{t('resultColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {objects.map((object, index) => (
          // A plan may change an object in several steps.
          // biome-ignore lint/suspicious/noArrayIndexKey: objects are only added at the end
          <tr key={`${index} ${objectKey(object)}`}>
            <th scope="row">
              {object.kind}
              <span className="al-mono al-sub al-small al-cluster-name">{object.name}</span>
            </th>
            <td>
              <StateMark mark={OUTCOMES[object.result].mark}>{outcomeWords(object.result, dryRun)}</StateMark>
              {object.message !== undefined && (
                <p className="al-sub al-small al-anywhere">
                  {object.message}.{' '}
                  {object.remedy && (
                    <Words
                      text={object.remedy}
                      fields={action === 'rollback' ? ROLLBACK_FIELDS : undefined}
                    />
                  )}
                </p>
              )}
              {object.changes && object.changes.length > 0 && (
                <details open={dryRun}>
                  <summary className="al-small">
                    {t('objectChangesSummary', { fields: object.changes.length })}
                  </summary>
                  <FieldChanges changes={object.changes} />
                </details>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The steps of a plan with their states. */
export function PlanSteps({ steps, dryRun }: { steps: readonly PlanStepLine[]; dryRun: boolean }) {
  return (
    <table className="al-plain-table" aria-label={t('stepsLabel')}>
      <thead>
        <tr>
          <th scope="col">{t('stepColumn')}</th>
          <th scope="col">{t('resultColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.title}>
            <th scope="row" className="al-anywhere">
              {step.title}
            </th>
            <td>
              <StateMark mark={STEP_STATES[step.state].mark}>{stepWords(step, dryRun)}</StateMark>
              {step.leftOut !== undefined && <p className="al-sub al-small al-anywhere">{step.leftOut}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
