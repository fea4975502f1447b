import '../../history/history.css';
import type { DraftPlan } from '../../../core/contract/topics/drafts.ts';
import { useAsk } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { counted, size } from '../../parts/format.ts';
import { baseName } from '../../parts/paths.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { changedPlaces } from './words.ts';

/** What is new against the enclave's last transfer: in bytes, and in lines of the configuration. */
export function SinceLast({ plan }: { plan: DraftPlan }) {
  const { draft } = useDraft();
  const compared = useAsk('drafts.compare', { draft }, { keep: true });
  if (compared.error) return <FailureAlert error={compared.error} title="The last transfer was not read" />;
  if (!compared.data) return <section className="al-card" aria-busy="true" />;
  const { transfer, lines } = compared.data;
  const place = draft.enclave === 'default' ? 'the enclave' : draft.enclave;
  if (transfer === undefined)
    return (
      <section className="al-card" aria-label="Since the last transfer">
        <header>
          <h2>{draft.goal === 'registry' ? 'No transfer to compare with' : `No transfer to ${place} yet`}</h2>
        </header>
        <p className="al-in al-sub al-review-small">
          {draft.goal === 'registry'
            ? 'What the registry has already is not pushed again.'
            : 'All of it is new there. Later transfers carry what changed, and show it here.'}
        </p>
      </section>
    );
  const added = lines.filter(({ mark }) => mark === 'added').length;
  const removed = lines.filter(({ mark }) => mark === 'removed').length;
  return (
    <section className="al-card al-review-since" aria-label={`Since ${transfer}`}>
      <header>
        <h2>Since transfer {transfer}</h2>
      </header>
      <dl className="al-review-sums al-num">
        <div>
          <dd>+{size(plan.bytesToCarry)}</dd>
          <dt>new to {place}</dt>
        </div>
        <div>
          <dd>{size(plan.bytesThere)}</dd>
          <dt>carried before, not again</dt>
        </div>
      </dl>
      <p className="al-row al-review-against al-small">
        <span className="al-sub al-cut">
          {baseName(draft.file)} against the configuration of {transfer}
        </span>
        <span className="al-end al-num al-review-counts">
          +{added} −{removed}
        </span>
      </p>
      {added + removed === 0 ? (
        <p className="al-in al-sub al-review-small">The configuration is the same.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className="al-review-difference" tabIndex={0} aria-label="Changed lines">
          <pre className="al-difference">
            {changedPlaces(lines).map((line, index) =>
              line.kind === 'left-out' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
                <span key={index} className="al-difference-place">
                  {counted(line.lines, 'equal line')}
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
