import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ReactElement } from 'react';
import type { ContractLookUp } from '../../../core/contract/topics/drafts.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { size, sizeOf } from '../../parts/format.ts';
import { RelativeTime } from '../../parts/time.tsx';
import { t } from './messages.ts';
import { useDraftPlan } from './use-draft-plan.tsx';

/** Data that isn't loaded yet, or was loaded earlier, with buttons that show the download size. Empty without such data. */
export function LookUpCard({
  kinds,
  only = 'all',
}: {
  kinds: readonly ContractLookUp['kind'][];
  /** `unknown`: only data that was never loaded. */
  only?: 'all' | 'unknown';
}) {
  const { plan, lookUp } = useDraftPlan();
  const wanted = (plan?.lookUps ?? []).filter(
    ({ kind, asOf }) => kinds.includes(kind) && (only === 'all' || asOf === undefined),
  );
  if (wanted.length === 0 && lookUp.error === undefined) return null;
  return (
    <section className="al-choose-look" aria-label={t('dataLabel')}>
      {wanted.length > 0 && (
        <ul>
          {wanted.map((each) => (
            <li key={each.id}>
              <span className="al-grow al-anywhere">
                <DataName lookUp={each} />
              </span>
              <LookUpButton lookUps={[each]} />
            </li>
          ))}
        </ul>
      )}
      {lookUp.error !== undefined && <FailureAlert error={lookUp.error} title={t('loadFailedTitle')} />}
    </section>
  );
}

function DataName({ lookUp: { name, asOf } }: { lookUp: ContractLookUp }) {
  if (asOf === undefined) return t('unknownText', { name });
  return t.parts<'knownText', ReactElement>('knownText', {
    name,
    when: () => <RelativeTime key="when" at={asOf} />,
  });
}

/** A button that loads data; its label has the download size. */
export function LookUpButton({
  lookUps,
  label,
  variant = 'link',
}: {
  lookUps: readonly ContractLookUp[];
  /** By default, the button loads data, or refreshes data that was loaded earlier. */
  label?: 'exactButton';
  variant?: 'link' | 'secondary';
}) {
  const { lookUp } = useDraftPlan();
  const busy = lookUps.some(({ id }) => lookUp.ids.includes(id));
  const bytes = lookUps.reduce((sum, each) => sum + each.bytes, 0);
  const known = lookUps.every(({ asOf }) => asOf !== undefined);
  const progress = lookUp.work?.progress;
  if (busy)
    return (
      <span className="al-row" role="status">
        <span className="al-sub">
          {progress?.total
            ? t('loadingSizeText', { progress: sizeOf(progress.done, progress.total) })
            : t('loadingText')}
        </span>
        <Button variant="link" isInline onClick={lookUp.cancel}>
          {t('cancelButton')}
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
      {t(label ?? (known ? 'refreshButton' : 'loadButton'), { size: size(bytes) })}
    </Button>
  );
}
