import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ContractLookUp } from '../../../core/contract/topics/drafts.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { size, sizeOf } from '../../parts/format.ts';
import { RelativeTime } from '../../parts/time.tsx';
import { useDraftPlan } from './use-draft-plan.tsx';

/**
 * What is not known yet, or known from before: what it costs to look, on the button, before it is spent. Nothing where
 * there is nothing to look up.
 */
export function LookUpCard({
  kinds,
  only = 'all',
}: {
  kinds: readonly ContractLookUp['kind'][];
  /** `unknown`: leaves out what is known from before. */
  only?: 'all' | 'unknown';
}) {
  const { plan, lookUp } = useDraftPlan();
  const wanted = (plan?.lookUps ?? []).filter(
    ({ kind, asOf }) => kinds.includes(kind) && (only === 'all' || asOf === undefined),
  );
  if (wanted.length === 0 && lookUp.error === undefined) return null;
  return (
    <section className="al-choose-look" aria-label="What can be looked up">
      {wanted.length > 0 && (
        <ul>
          {wanted.map((each) => (
            <li key={each.id}>
              <span className="al-grow al-anywhere">
                {each.name}:{' '}
                {each.asOf === undefined ? (
                  'not known here yet, its share of the sums is a guess'
                ) : (
                  <>
                    read <RelativeTime at={each.asOf} />
                  </>
                )}
              </span>
              <LookUpButton lookUps={[each]} />
            </li>
          ))}
        </ul>
      )}
      {lookUp.error !== undefined && <FailureAlert error={lookUp.error} title="It could not be looked up" />}
    </section>
  );
}

/** Looks up what it is given; its price stands on it. */
export function LookUpButton({
  lookUps,
  verb,
  variant = 'link',
}: {
  lookUps: readonly ContractLookUp[];
  /** `Read`, `Refresh`; without it by what is known. */
  verb?: string;
  variant?: 'link' | 'secondary';
}) {
  const { lookUp } = useDraftPlan();
  const busy = lookUps.some(({ id }) => lookUp.ids.includes(id));
  const bytes = lookUps.reduce((sum, each) => sum + each.bytes, 0);
  const known = lookUps.every(({ asOf }) => asOf !== undefined);
  if (busy)
    return (
      <span className="al-row" role="status">
        <span className="al-sub">
          Reading
          {lookUp.work?.progress.total
            ? `, ${sizeOf(lookUp.work.progress.done, lookUp.work.progress.total)}`
            : ''}
        </span>
        <Button variant="link" isInline onClick={lookUp.cancel}>
          Cancel
        </Button>
      </span>
    );
  return (
    <Button
      variant={variant}
      isInline={variant === 'link'}
      size="sm"
      isDisabled={lookUps.length === 0 || lookUp.clicked}
      onClick={() => void lookUp.ask(lookUps.map(({ id }) => id))}
    >
      {verb ?? (known ? 'Refresh' : 'Look it up')}, {size(bytes)}
    </Button>
  );
}
