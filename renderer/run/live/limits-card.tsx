import { NumberInput } from '@patternfly/react-core/dist/esm/components/NumberInput';
import { Slider } from '@patternfly/react-core/dist/esm/components/Slider';
import { useEffect, useRef, useState } from 'react';
import { PACE_WORDS } from '../../../core/contract/topics/link-words.ts';
import type { LiveRun, RunLimits, RunLink } from '../../../core/contract/topics/run.ts';
import { useDo, useRefusal } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { counted, linkRate, rate as rateWords } from '../../parts/format.ts';
import { RATE_STEPS, stepOf } from '../../windows/rate-steps.ts';

/** How long a choice is shown before the run must have taken it up, ms. */
const TAKEN_UP_MS = 4000;
const MOST = 10;

/** Rate and parallelism of a run under way; what is chosen acts at once. */
export function LimitsCard({ run }: { run: LiveRun }) {
  const adjust = useDo('runs.adjust');
  const refusal = useRefusal('runs.adjust');
  const [chosen, setChosen] = useState<Partial<RunLimits>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { limits } = run;
  const taken = limits
    ? (Object.keys(chosen) as (keyof RunLimits)[]).every((name) => limits[name] === chosen[name])
    : false;
  // What was chosen is shown until the run says the same, or has not taken it up for a while.
  useEffect(() => {
    if (Object.keys(chosen).length === 0) return;
    const forget = setTimeout(() => setChosen({}), taken ? 0 : TAKEN_UP_MS);
    return () => clearTimeout(forget);
  }, [chosen, taken]);
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
    <section className="al-card al-run-limits" aria-label="Limits" title={refusal}>
      <div className="al-row al-grow">
        <strong id="al-rate-label">At most</strong>
        <Slider
          aria-labelledby="al-rate-label"
          isDisabled={refusal !== undefined}
          value={(stepOf(shown.rate) / last) * 100}
          customSteps={RATE_STEPS.map((step, index) => ({
            value: (index / last) * 100,
            label: step === null ? 'No limit' : rateWords(step),
            isLabelHidden: true,
          }))}
          onChange={(_event, value) =>
            change({ rate: RATE_STEPS[Math.round((value / 100) * last)] ?? null }, 250)
          }
        />
        <span className="al-run-rate al-num">
          {shown.rate === null ? (
            <strong>no limit</strong>
          ) : (
            <>
              <strong>{rateWords(shown.rate)}</strong> <span className="al-sub">{linkRate(shown.rate)}</span>
            </>
          )}
        </span>
      </div>
      <div className="al-row al-run-parallel">
        <Parallel
          label="Images"
          value={shown.parallelImages}
          isDisabled={refusal !== undefined}
          onChange={(value) => change({ parallelImages: value })}
        />
        <Parallel
          label="Layers"
          value={shown.parallelLayers}
          isDisabled={refusal !== undefined}
          onChange={(value) => change({ parallelLayers: value })}
        />
      </div>
      <SlowedHosts links={run.links ?? []} />
      {adjust.error && <FailureAlert error={adjust.error} title="The limits were not changed" />}
    </section>
  );
}

/** Hosts that are given fewer transfers at once than is allowed, with the reason. */
function SlowedHosts({ links }: { links: readonly RunLink[] }) {
  const slowed = links.filter(({ reason }) => reason !== undefined);
  if (slowed.length === 0) return null;
  return (
    <ul className="al-run-links al-sub" aria-label="Hosts that get fewer at once">
      {slowed.map(({ host, parallel, allowed, reason, setbacks }) => (
        <li key={host}>
          <span className="al-mono">{host}</span>: {parallel} of {allowed} at once, because{' '}
          {PACE_WORDS[reason!]} ({counted(setbacks, 'time')}).
        </li>
      ))}
    </ul>
  );
}

function Parallel({
  label,
  value,
  isDisabled,
  onChange,
}: {
  label: string;
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
        inputAriaLabel={`${label} at once`}
        minusBtnAriaLabel={`Fewer ${label.toLowerCase()} at once`}
        plusBtnAriaLabel={`More ${label.toLowerCase()} at once`}
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
