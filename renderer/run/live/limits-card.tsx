import { NumberInput } from '@patternfly/react-core/dist/esm/components/NumberInput';
import { Slider } from '@patternfly/react-core/dist/esm/components/Slider';
import { useEffect, useRef, useState } from 'react';
import type { LiveRun, RunLimits, RunLink } from '../../../core/contract/topics/run.ts';
import { useDo, useRejection } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { linkRate, rate as rateText } from '../../parts/format.ts';
import { RATE_STEPS, stepOf } from '../../windows/rate-steps.ts';
import { t } from './messages.ts';

/** How long a choice is shown before the run must have applied it, ms. */
const APPLIED_WITHIN_MS = 4000;
const MOST = 10;

/** Changes the rate limit and the parallelism of a run under way at once. */
export function LimitsCard({ run }: { run: LiveRun }) {
  const adjust = useDo('runs.adjust');
  const denial = useRejection('runs.adjust');
  const [chosen, setChosen] = useState<Partial<RunLimits>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { limits } = run;
  const applied = limits
    ? (Object.keys(chosen) as (keyof RunLimits)[]).every((name) => limits[name] === chosen[name])
    : false;
  // The chosen limits are shown until the run reports them, or hasn't applied them in time.
  useEffect(() => {
    if (Object.keys(chosen).length === 0) return;
    const forget = setTimeout(() => setChosen({}), applied ? 0 : APPLIED_WITHIN_MS);
    return () => clearTimeout(forget);
  }, [chosen, applied]);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (!limits) return null;
  const shown: RunLimits = { ...limits, ...chosen };
  const change = (changes: Partial<RunLimits>, waitMs = 0) => {
    const all = { ...chosen, ...changes };
    setChosen(all);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => adjust.mutate({ run: run.run, limits: all }), waitMs);
  };
  const last = RATE_STEPS.length - 1;
  return (
    <section className="al-card al-run-limits" aria-label={t('limitsLabel')} title={denial}>
      <div className="al-row al-grow">
        <strong id="al-rate-label">{t('rateLimitLabel')}</strong>
        <Slider
          aria-labelledby="al-rate-label"
          isDisabled={denial !== undefined}
          value={(stepOf(shown.rate) / last) * 100}
          customSteps={RATE_STEPS.map((step, index) => ({
            value: (index / last) * 100,
            label: step === null ? t('noRateLimit') : rateText(step),
            isLabelHidden: true,
          }))}
          onChange={(_event, value) =>
            change({ rate: RATE_STEPS[Math.round((value / 100) * last)] ?? null }, 250)
          }
        />
        <span className="al-run-rate al-num">
          {shown.rate === null ? (
            <strong>{t('noRateLimit')}</strong>
          ) : (
            <>
              <strong>{rateText(shown.rate)}</strong> <span className="al-sub">{linkRate(shown.rate)}</span>
            </>
          )}
        </span>
      </div>
      <div className="al-row al-run-parallel">
        <Parallel
          label={t('parallelImagesLabel')}
          fewer={t('fewerImagesButton')}
          more={t('moreImagesButton')}
          value={shown.parallelImages}
          isDisabled={denial !== undefined}
          onChange={(value) => change({ parallelImages: value })}
        />
        <Parallel
          label={t('parallelLayersLabel')}
          fewer={t('fewerLayersButton')}
          more={t('moreLayersButton')}
          value={shown.parallelLayers}
          isDisabled={denial !== undefined}
          onChange={(value) => change({ parallelLayers: value })}
        />
      </div>
      <SlowedHosts links={run.links ?? []} />
      {run.lastRetry && (
        <p className="al-run-retry al-sub" title={run.lastRetry}>
          {t('lastRetryText', { retry: run.lastRetry })}
        </p>
      )}
      {adjust.error && <FailureAlert error={adjust.error} title={t('limitsFailedTitle')} />}
    </section>
  );
}

const SLOWED: Record<
  NonNullable<RunLink['reason']>,
  'slowedByRateLimit' | 'slowedByServerError' | 'slowedByStall' | 'slowedByConnection'
> = {
  'rate-limited': 'slowedByRateLimit',
  'server-error': 'slowedByServerError',
  stalled: 'slowedByStall',
  connection: 'slowedByConnection',
};

/** Lists hosts with fewer parallel transfers than allowed, with the reason. */
function SlowedHosts({ links }: { links: readonly RunLink[] }) {
  const slowed = links.filter(({ reason }) => reason !== undefined);
  if (slowed.length === 0) return null;
  return (
    <ul className="al-run-links al-sub" aria-label={t('slowedHostsLabel')}>
      {slowed.map(({ host, parallel, allowed, reason, setbacks }) => (
        <li key={host}>
          {t.parts(SLOWED[reason!], {
            ...{ host, parallel, allowed, setbacks },
            name: (inner) => (
              <span key={host} className="al-mono">
                {inner}
              </span>
            ),
          })}
        </li>
      ))}
    </ul>
  );
}

function Parallel({
  label,
  fewer,
  more,
  value,
  isDisabled,
  onChange,
}: {
  label: string;
  fewer: string;
  more: string;
  value: number;
  isDisabled: boolean;
  onChange: (value: number) => void;
}) {
  const set = (next: number) => onChange(Math.max(1, Math.min(MOST, next)));
  return (
    <div className="al-row">
      <span>{label}</span>
      <NumberInput
        value={value}
        isDisabled={isDisabled}
        min={1}
        max={MOST}
        widthChars={2}
        inputAriaLabel={label}
        minusBtnAriaLabel={fewer}
        plusBtnAriaLabel={more}
        onMinus={() => set(value - 1)}
        onPlus={() => set(value + 1)}
        onChange={(event) => {
          const typed = Number(event.currentTarget.value);
          if (Number.isInteger(typed) && typed >= 1) set(typed);
        }}
      />
    </div>
  );
}
