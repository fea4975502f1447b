import '../../parts/yaml/difference.css';
import type { DraftPlan } from '../../../core/contract/topics/drafts.ts';
import { useAsk } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { size } from '../../parts/format.ts';
import { baseName } from '../../parts/paths.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { t } from './messages.ts';
import { changedPlaces } from './words.ts';

/** Changes since the last transfer to the enclave: in bytes, and in lines of the configuration. */
export function SinceLast({ plan }: { plan: DraftPlan }) {
  const { draft } = useDraft();
  const compared = useAsk('drafts.compare', { draft }, { keep: true });
  if (compared.error) return <FailureAlert error={compared.error} title={t('compareFailedTitle')} />;
  if (!compared.data) return <section className="al-card" aria-busy="true" />;
  const { transfer, lines } = compared.data;
  const { enclave } = draft;
  const registry = draft.goal === 'registry';
  if (transfer === undefined)
    return (
      <section className="al-card" aria-label={t('sinceLabel')}>
        <header>
          <h2>{registry ? t('nothingSentTitle') : t('firstTitle', { enclave })}</h2>
        </header>
        <p className="al-in al-sub al-review-small">{t(registry ? 'nothingSentText' : 'firstText')}</p>
      </section>
    );
  const added = lines.filter(({ mark }) => mark === 'added').length;
  const removed = lines.filter(({ mark }) => mark === 'removed').length;
  return (
    <section className="al-card al-review-since" aria-label={t('sinceTitle', { transfer })}>
      <header>
        <h2>{t('sinceTitle', { transfer })}</h2>
      </header>
      <dl className="al-review-sums al-num">
        <div>
          <dd>+{size(plan.bytesToCarry)}</dd>
          <dt>{t('newText', { enclave })}</dt>
        </div>
        <div>
          <dd>{size(plan.bytesDelivered)}</dd>
          <dt>{t('sentLabel')}</dt>
        </div>
      </dl>
      <p className="al-row al-review-against al-small">
        <span className="al-sub al-cut" title={t('comparedText', { file: draft.file, transfer })}>
          {t('comparedText', { file: baseName(draft.file), transfer })}
        </span>
        <span className="al-end al-num al-review-counts">
          +{added} −{removed}
        </span>
      </p>
      {added + removed === 0 ? (
        <p className="al-in al-sub al-review-small">{t('sameText')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className="al-review-difference" tabIndex={0} aria-label={t('changesLabel')}>
          <pre className="al-difference">
            {changedPlaces(lines).map((line, index) =>
              line.kind === 'left-out' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
                <span key={index} className="al-difference-place">
                  {t('equalLines', { lines: line.lines })}
                  {'\n'}
                </span>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
                <span key={index} className={`al-difference-${line.kind}`}>
                  {line.kind === 'added' ? '+' : line.kind === 'removed' ? '-' : ' '} {line.text}
                  {'\n'}
                </span>
              ),
            )}
          </pre>
        </section>
      )}
    </section>
  );
}
