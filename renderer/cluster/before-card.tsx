import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import type { ClusterComparisonLine } from '../../core/contract/topics/clusters.ts';
import { ProblemList } from '../parts/failure.tsx';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { currentProblems } from './cluster-words.ts';
import { t } from './messages.ts';

/** How the selected objects are applied. */
export interface ApplyHow {
  overwrite: boolean;
  allowRemoval: boolean;
}

const POOL_MARKS = { updated: 'good', updating: 'running', degraded: 'bad', paused: 'warning' } as const;
const POOL_TEXTS = {
  updated: 'poolUpdated',
  updating: 'poolUpdating',
  degraded: 'poolDegraded',
  paused: 'poolPaused',
} as const;

/** What to check before applying: permissions, pools and version skew, with the confirmations that are needed. */
export function BeforeCard({
  comparison,
  how,
  conflicts,
  removals,
  onChange,
}: {
  comparison: ClusterComparisonLine;
  how: ApplyHow;
  /** Whether a selected object has one. */
  conflicts: boolean;
  removals: boolean;
  onChange: (how: ApplyHow) => void;
}) {
  const { missingPermissions, pools, problems, openShiftVersion, kubernetesVersion } = comparison;
  return (
    <Card
      title={t('beforeTitle')}
      note={
        openShiftVersion === undefined
          ? t('kubernetesVersion', { version: kubernetesVersion })
          : t('clusterVersion', { version: openShiftVersion })
      }
    >
      <ul className="al-cluster-before">
        <li>
          {missingPermissions.length === 0 ? (
            <StateMark mark="good">{t('permitted')}</StateMark>
          ) : (
            <details>
              <summary>
                <StateMark mark="bad">{t('notPermitted', { count: missingPermissions.length })}</StateMark>
              </summary>
              <ul className="al-mono al-small">
                {missingPermissions.map((permission) => (
                  <li key={permission}>{permission}</li>
                ))}
              </ul>
            </details>
          )}
        </li>
        {pools.map(({ name, machines, updated, state, message }) => (
          <li key={name}>
            <StateMark mark={POOL_MARKS[state]}>
              {t.parts(POOL_TEXTS[state], {
                ...{ pool: name, updated, machines },
                note: (text) => (
                  <span key="note" className="al-sub al-num">
                    {text}
                  </span>
                ),
              })}
            </StateMark>
            {message !== undefined && <p className="al-sub al-small">{message}</p>}
          </li>
        ))}
      </ul>
      {problems.length > 0 && <ProblemList problems={currentProblems(problems)} />}
      {(conflicts || removals) && (
        <div className="al-column al-cluster-allow">
          {conflicts && (
            <Checkbox
              id="al-cluster-overwrite"
              label={t('overwriteLabel')}
              description={t('overwriteHelp')}
              isChecked={how.overwrite}
              onChange={(_event, overwrite) => onChange({ ...how, overwrite })}
            />
          )}
          {removals && (
            <Checkbox
              id="al-cluster-removal"
              label={t('removalLabel')}
              isChecked={how.allowRemoval}
              onChange={(_event, allowRemoval) => onChange({ ...how, allowRemoval })}
            />
          )}
        </div>
      )}
      <p className="al-sub al-small">{t('backupText')}</p>
    </Card>
  );
}
