import { CalendarAltIcon } from '@patternfly/react-icons/dist/esm/icons/calendar-alt-icon';
import { ClockIcon } from '@patternfly/react-icons/dist/esm/icons/clock-icon';
import { DatabaseIcon } from '@patternfly/react-icons/dist/esm/icons/database-icon';
import { HddIcon } from '@patternfly/react-icons/dist/esm/icons/hdd-icon';
import type { ReactNode } from 'react';
import { failureOf } from '../../../core/contract/contract-error.ts';
import type { Draft, DraftPlan } from '../../../core/contract/topics/drafts.ts';
import { useAsk } from '../../engine/requests.ts';
import { count, duration, rate, size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { fitOf, when } from '../../windows/windows-words.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { partSizes, placeWords } from './review-sentence.ts';
import { certainty, mediaWords, shares } from './running-words.ts';

/** Free bytes where the draft goes; undefined while that is not known. */
function useFreeBytes(draft: Draft): number | undefined {
  const lines = useAsk('workspaces.list', {}).data?.workspaces;
  return lines?.find(({ directory }) => directory === draft.workspace)?.freeBytes;
}

/** What all of it comes to: bytes, time and media. It never scrolls away. */
export function RunningTotal() {
  const { draft } = useDraft();
  const { plan, current, error, again } = useDraftPlan();
  const free = useFreeBytes(draft);
  const sure = plan && certainty(plan);
  return (
    <section className="al-card al-choose-sums" aria-label="Running total" aria-busy={!current}>
      <header>
        <h2>Running total</h2>
        {sure && <span className="al-choose-sure al-end">{sure}</span>}
      </header>
      <div className="al-in">
        {plan ? (
          <Sums plan={plan} draft={draft} free={free} />
        ) : error === undefined ? (
          <p className="al-sub">What the draft comes to will stand here.</p>
        ) : null}
        {error !== undefined && (
          <p className="al-small al-anywhere" role="alert">
            <StateMark mark="warning">
              <strong>Not up to date.</strong> {failureOf(error).message}.{' '}
              <button type="button" className="al-link" onClick={again}>
                Try again
              </button>
            </StateMark>
          </p>
        )}
      </div>
    </section>
  );
}

function Sums({ plan, draft, free }: { plan: DraftPlan; draft: Draft; free: number | undefined }) {
  const held = Math.max(0, plan.bytes - plan.bytesThere - plan.bytesToFetch);
  const sizes = partSizes([plan.bytesThere, held, plan.bytesToFetch]);
  const kinds = shares(plan);
  const kindSizes = partSizes(kinds.map(({ bytes }) => bytes)).parts;
  const fit = fitOf(draft.options.windows, plan, Date.now());
  const short = free !== undefined && free < plan.bytesToFetch;
  return (
    <>
      <dl className="al-choose-lines">
        <Line label="Images">{count(plan.images)}</Line>
        <Line label="Needed">{sizes.whole}</Line>
        {plan.bytesThere > 0 && <Line label={`Already at ${placeWords(draft)}`}>{sizes.parts[0]}</Line>}
        {held > 0 && <Line label="Held here">{sizes.parts[1]}</Line>}
        <Line label="To fetch" strong>
          {sizes.parts[2]}
        </Line>
      </dl>
      {plan.bytesToFetch > 0 && (
        <>
          <div className="al-choose-shares" aria-hidden="true">
            {kinds.map(({ kind, bytes }) => (
              <i key={kind} className={`al-choose-${kind}`} style={{ flexGrow: bytes }} />
            ))}
          </div>
          <dl className="al-choose-lines">
            {kinds.map(({ kind, label }, index) => (
              <Line key={kind} label={label} dot={kind}>
                {kindSizes[index]}
              </Line>
            ))}
          </dl>
        </>
      )}
      <hr />
      <dl className="al-choose-lines">
        {plan.bytesPerSecond !== undefined && plan.durationMs !== undefined ? (
          <Line label={`At ${rate(plan.bytesPerSecond)}`} icon={<ClockIcon />}>
            {plan.bytesToFetch === 0 ? 'no time' : duration(plan.durationMs)}
          </Line>
        ) : (
          <Line label="Time" icon={<ClockIcon />}>
            <span className="al-sub">set a rate</span>
          </Line>
        )}
        {fit && fit.windows > 0 && (
          <Line label="Windows" icon={<CalendarAltIcon />}>
            {fit.windows}, done {when(new Date(fit.endsAt), new Date())}
          </Line>
        )}
        {draft.goal !== 'registry' && (
          <Line label="Media" icon={<HddIcon />} strong>
            {mediaWords(plan.bytesToCarry)}
          </Line>
        )}
        {free !== undefined && (
          <Line label="Free here" icon={<DatabaseIcon />}>
            {short ? <StateMark mark="bad">{size(free)}</StateMark> : size(free)}
          </Line>
        )}
      </dl>
      {short && (
        <p className="al-small al-choose-short" role="status">
          The workspace lacks {size(plan.bytesToFetch - free)}.
        </p>
      )}
      {plan.rateFrom === 'measured' && (
        <p className="al-sub al-small">The rate is that of the last runs here.</p>
      )}
    </>
  );
}

function Line({
  label,
  children,
  strong = false,
  icon,
  dot,
}: {
  label: string;
  children: ReactNode;
  strong?: boolean;
  icon?: ReactNode;
  dot?: string;
}) {
  return (
    <div className={strong ? 'al-strong' : undefined}>
      <dt>
        {icon && <span aria-hidden="true">{icon}</span>}
        {dot && <i aria-hidden="true" className={`al-choose-dot al-choose-${dot}`} />}
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The same as one line, where the card has no room: in a narrow window with the YAML open. */
export function RunningLine() {
  const { draft } = useDraft();
  const { plan } = useDraftPlan();
  if (!plan) return null;
  const sure = certainty(plan);
  const words = [
    `${size(plan.bytes)} needed`,
    `${size(plan.bytesToFetch)} to fetch`,
    ...(plan.durationMs !== undefined && plan.bytesToFetch > 0 ? [duration(plan.durationMs)] : []),
    ...(draft.goal !== 'registry' && plan.bytesToCarry > 0 ? [mediaWords(plan.bytesToCarry)] : []),
    ...(sure ? [sure] : []),
  ];
  return (
    <p className="al-choose-line al-small al-num">
      <strong>Running total</strong> {words.join(', ')}
    </p>
  );
}
