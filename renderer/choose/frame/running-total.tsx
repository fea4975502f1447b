import { CalendarAltIcon } from '@patternfly/react-icons/dist/esm/icons/calendar-alt-icon';
import { ClockIcon } from '@patternfly/react-icons/dist/esm/icons/clock-icon';
import { DatabaseIcon } from '@patternfly/react-icons/dist/esm/icons/database-icon';
import { HddIcon } from '@patternfly/react-icons/dist/esm/icons/hdd-icon';
import type { ReactNode } from 'react';
import { failureOf } from '../../../core/contract/contract-error.ts';
import { asSentence } from '../../../core/contract/documents/words.ts';
import type { Draft, DraftPlan } from '../../../core/contract/topics/drafts.ts';
import { useAsk } from '../../engine/requests.ts';
import { count, duration, rate, size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { fitOf, when } from '../../windows/windows-words.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { t } from './messages.ts';
import { partSizes, placeOf } from './review-summary.ts';
import {
  boundedValue,
  certainty,
  downloadFact,
  driveWords,
  shares,
  sizeFact,
  unknownCount,
} from './running-words.ts';

/** Returns the free bytes of the workspace; undefined while they aren't known. */
function useFreeBytes(draft: Draft): number | undefined {
  const lines = useAsk('workspaces.list', {}).data?.workspaces;
  return lines?.find(({ directory }) => directory === draft.workspace)?.freeBytes;
}

/** The card with the total size, duration and drives of the draft. It never scrolls out of view. */
export function RunningTotal() {
  const { draft } = useDraft();
  const { plan, current, error, again } = useDraftPlan();
  const free = useFreeBytes(draft);
  const sure = plan && certainty(plan);
  return (
    <section className="al-card al-choose-sums" aria-label={t('totalTitle')} aria-busy={!current}>
      <header>
        <h2>{t('totalTitle')}</h2>
        {sure && <span className="al-choose-sure al-end">{sure}</span>}
      </header>
      <div className="al-in">
        {plan ? (
          <Sums plan={plan} draft={draft} free={free} />
        ) : error === undefined ? (
          <p className="al-sub">{t('totalWaitingText')}</p>
        ) : null}
        {error !== undefined && (
          <p className="al-small al-anywhere" role="alert">
            <StateMark mark="warning">
              {t.parts('totalStaleText', {
                reason: asSentence(failureOf(error).message),
                strong: (inner) => <strong key="strong">{inner}</strong>,
              })}{' '}
              <button type="button" className="al-link" onClick={again}>
                {t('totalRetryButton')}
              </button>
            </StateMark>
          </p>
        )}
      </div>
    </section>
  );
}

function Sums({ plan, draft, free }: { plan: DraftPlan; draft: Draft; free: number | undefined }) {
  const local = Math.max(0, plan.bytes - plan.bytesDelivered - plan.bytesToFetch);
  const sizes = partSizes([plan.bytesDelivered, local, plan.bytesToFetch]);
  const kinds = shares(plan);
  const kindSizes = partSizes(kinds.map(({ bytes }) => bytes)).parts;
  const fit = fitOf(draft.options.windows, plan, Date.now());
  const unknown = unknownCount(plan);
  const short = free !== undefined && free < plan.bytesToFetch;
  return (
    <>
      <dl className="al-choose-lines">
        <Line label={t('imagesLabel')}>{count(plan.images)}</Line>
        <Line label={t('sizeLabel')}>{boundedValue(plan, plan.bytes, sizes.total)}</Line>
        {plan.bytesDelivered > 0 && (
          <Line label={t('presentText', { place: placeOf(draft) })}>{sizes.parts[0]}</Line>
        )}
        {local > 0 && <Line label={t('localLabel')}>{sizes.parts[1]}</Line>}
        <Line label={t('downloadLabel')} strong>
          {boundedValue(plan, plan.bytesToFetch, sizes.parts[2]!)}
        </Line>
      </dl>
      {unknown > 0 && <p className="al-sub al-small">{t('unknownSizesText', { count: unknown })}</p>}
      {plan.bytesToFetch > 0 && (
        <>
          <div className="al-choose-shares" aria-hidden="true">
            {kinds.map(({ kind, bytes }) => (
              <i key={kind} className={`al-choose-${kind}`} style={{ flexGrow: bytes }} />
            ))}
          </div>
          <dl className="al-choose-lines">
            {kinds.map(({ kind, label, bytes, parts }, index) => (
              <Line key={kind} label={label} dot={kind}>
                {boundedValue({ parts }, bytes, kindSizes[index]!)}
              </Line>
            ))}
          </dl>
        </>
      )}
      <hr />
      <dl className="al-choose-lines">
        {plan.bytesPerSecond !== undefined && plan.durationMs !== undefined ? (
          <Line label={t('durationRateLabel', { rate: rate(plan.bytesPerSecond) })} icon={<ClockIcon />}>
            {plan.bytesToFetch === 0 && unknown === 0
              ? t('durationNone')
              : boundedValue(plan, plan.bytesToFetch, duration(plan.durationMs))}
          </Line>
        ) : (
          <Line label={t('durationLabel')} icon={<ClockIcon />}>
            <span className="al-sub">{t('durationUnknown')}</span>
          </Line>
        )}
        {fit && fit.windows > 0 && (
          <Line label={t('windowsLabel')} icon={<CalendarAltIcon />}>
            {boundedValue(
              plan,
              fit.windows,
              t('windowsValue', { windows: fit.windows, when: when(new Date(fit.endsAt), new Date()) }),
            )}
          </Line>
        )}
        {draft.goal !== 'registry' && (
          <Line label={t('drivesLabel')} icon={<HddIcon />} strong>
            {boundedValue(plan, plan.bytesToCarry, driveWords(plan.bytesToCarry))}
          </Line>
        )}
        {free !== undefined && (
          <Line label={t('freeLabel')} icon={<DatabaseIcon />}>
            {short ? <StateMark mark="bad">{size(free)}</StateMark> : size(free)}
          </Line>
        )}
      </dl>
      {short && (
        <p className="al-small al-choose-short" role="status">
          {t('shortText', { size: size(plan.bytesToFetch - free) })}
        </p>
      )}
      {plan.rateFrom === 'measured' && <p className="al-sub al-small">{t('measuredText')}</p>}
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

/** The running total in one line, for narrow windows with the YAML open, where the card doesn't fit. */
export function RunningLine() {
  const { draft } = useDraft();
  const { plan } = useDraftPlan();
  if (!plan) return null;
  const sure = certainty(plan);
  const facts = [
    sizeFact(plan, size(plan.bytes)),
    downloadFact(plan, size(plan.bytesToFetch)),
    ...(plan.durationMs !== undefined && plan.bytesToFetch > 0
      ? [boundedValue(plan, plan.bytesToFetch, duration(plan.durationMs))]
      : []),
    ...(draft.goal !== 'registry' && plan.bytesToCarry > 0
      ? [boundedValue(plan, plan.bytesToCarry, driveWords(plan.bytesToCarry))]
      : []),
    ...(sure ? [sure] : []),
  ];
  return (
    <p className="al-choose-line al-small al-num">
      {t.parts('totalLine', {
        facts: facts.join(' · '),
        strong: (inner) => <strong key="strong">{inner}</strong>,
      })}
    </p>
  );
}
