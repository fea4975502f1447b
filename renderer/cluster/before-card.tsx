import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import type { ClusterComparisonLine } from '../../core/contract/topics/clusters.ts';
import { ProblemList } from '../parts/failure.tsx';
import { counted } from '../parts/format.ts';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { problemsHere } from './cluster-words.ts';

/** How objects are applied, beside which. */
export interface ApplyHow {
  overwrite: boolean;
  allowRemoval: boolean;
}

const POOL_MARKS = { updated: 'good', updating: 'running', degraded: 'bad', paused: 'warning' } as const;
const POOL_WORDS = {
  updated: 'is up to date',
  updating: 'is being updated',
  degraded: 'is degraded',
  paused: 'is paused: its nodes wait until it is resumed',
} as const;

/** What should be known before applying: permissions, pools, skew; and what has to be allowed. */
export function BeforeCard({
  comparison,
  how,
  conflicts,
  removals,
  onChange,
}: {
  comparison: ClusterComparisonLine;
  how: ApplyHow;
  /** Among the chosen objects. */
  conflicts: boolean;
  removals: boolean;
  onChange: (how: ApplyHow) => void;
}) {
  const { missingPermissions, pools, problems, openShiftVersion, kubernetesVersion } = comparison;
  return (
    <Card
      title="Before you apply"
      note={
        openShiftVersion === undefined ? `Kubernetes ${kubernetesVersion}` : `OpenShift ${openShiftVersion}`
      }
    >
      <ul className="al-cluster-before">
        <li>
          {missingPermissions.length === 0 ? (
            <StateMark mark="good">The user may do all that is needed</StateMark>
          ) : (
            <details>
              <summary>
                <StateMark mark="bad">
                  {counted(missingPermissions.length, 'permission')}{' '}
                  {missingPermissions.length === 1 ? 'is' : 'are'} missing
                </StateMark>
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
              Pool {name} {POOL_WORDS[state]}
              <span className="al-sub al-num">
                {' '}
                {updated} of {counted(machines, 'node')}
              </span>
            </StateMark>
            {message !== undefined && <p className="al-sub al-small">{message}</p>}
          </li>
        ))}
      </ul>
      {problems.length > 0 && <ProblemList problems={problemsHere(problems)} />}
      {(conflicts || removals) && (
        <div className="al-column al-cluster-allow">
          {conflicts && (
            <Checkbox
              id="al-cluster-overwrite"
              label="Take over fields that belong to somebody else"
              description="Their values are replaced; previous versions are kept and can be put back."
              isChecked={how.overwrite}
              onChange={(_event, overwrite) => onChange({ ...how, overwrite })}
            />
          )}
          {removals && (
            <Checkbox
              id="al-cluster-removal"
              label="Let the cluster lose what is listed"
              isChecked={how.allowRemoval}
              onChange={(_event, allowRemoval) => onChange({ ...how, allowRemoval })}
            />
          )}
        </div>
      )}
      <p className="al-sub al-small">The objects as they are now are kept. Roll back puts them back.</p>
    </Card>
  );
}
