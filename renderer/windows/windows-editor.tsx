import './windows.css';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import {
  type WeekPlan,
  weekPlanOf,
  windowsOfWeek,
  windowText,
  zoneNames,
} from '../../core/contract/documents/schedule.ts';
import { FieldNote } from '../parts/fields/field-note.tsx';
import { linkRate } from '../parts/format.ts';
import { datesText, readDates } from './dates-off.ts';
import { t } from './messages.ts';
import { typedRate } from './rate-steps.ts';
import { WeekGrid } from './week-grid.tsx';
import { ownZone, readWindows, weekWords } from './windows-words.ts';

const TEXT_ROWS = 6;
const BRUSH_MIB = '5';

/** Transfer windows as hours of a week and as text. A change of one updates the other. */
export function WindowsEditor({
  id,
  windows,
  onChange,
}: {
  id: string;
  /** As `windowText` writes them. */
  windows: readonly string[];
  /** Gets undefined while the text is invalid. */
  onChange: (windows: string[] | undefined) => void;
}) {
  const [text, setText] = useState(() => windows.join('\n'));
  const zone = ownZone();
  const read = readWindows(text, zone);
  const [last, setLast] = useState(read.windows);
  const shown = read.problems.length > 0 ? last : read.windows;
  // Time zone and excluded dates that were chosen before any hour.
  const [chosen, setChosen] = useState<Pick<WeekPlan, 'zone' | 'except'>>();
  const of = weekPlanOf(shown, zone);
  const plan = shown.length === 0 && chosen ? { ...of, ...chosen } : of;
  const [limited, setLimited] = useState(false);
  const [brush, setBrush] = useState(BRUSH_MIB);
  const brushRate = typedRate(brush);
  const show = (next: WeekPlan) => {
    const made = windowsOfWeek(next);
    setChosen({ zone: next.zone, except: next.except });
    setLast(made);
    setText(made.map(windowText).join('\n'));
    onChange(made.map(windowText));
  };
  const type = (typed: string) => {
    setText(typed);
    const { windows: found, problems } = readWindows(typed, zone);
    if (problems.length > 0) {
      onChange(undefined);
      return;
    }
    setLast(found);
    onChange(found.map(windowText));
  };
  return (
    <div className="al-windows">
      <div className="al-windows-week">
        <fieldset className="al-windows-brush">
          <legend className="al-unseen">{t('brushLabel')}</legend>
          <Radio
            id={`${id}-open`}
            name={`${id}-brush`}
            label={t('brushOpenLabel')}
            isChecked={!limited}
            onChange={() => setLimited(false)}
          />
          <Radio
            id={`${id}-limited`}
            name={`${id}-brush`}
            label={t('brushLimitedLabel')}
            isChecked={limited}
            onChange={() => setLimited(true)}
          />
          <TextInput
            id={`${id}-rate`}
            className="al-windows-rate al-num"
            aria-label={t('brushRateLabel')}
            value={brush}
            validated={limited && !brushRate ? 'error' : 'default'}
            onChange={(_event, typed) => {
              setBrush(typed);
              setLimited(true);
            }}
          />
          <span className="al-sub">
            {brushRate ? t('brushLinkUnit', { rate: linkRate(brushRate) }) : t('brushUnit')}
          </span>
        </fieldset>
        <WeekGrid
          id={`${id}-grid`}
          cells={plan.cells}
          brush={limited && brushRate ? brushRate : null}
          onChange={(cells) => show({ ...plan, cells })}
        />
        <p className="al-sub al-small">{t('weekHelp')}</p>
        <p className="al-sub al-small" role="status">
          {weekWords(plan.cells)}
          {plan.others.length > 0 && ` ${t('textOnlyNote', { count: plan.others.length })}`}
        </p>
      </div>
      <div className="al-windows-side">
        <FormGroup label={t('zoneLabel')} fieldId={`${id}-zone`}>
          <FormSelect
            id={`${id}-zone`}
            value={plan.zone}
            onChange={(_event, value) => show({ ...plan, zone: value })}
          >
            {[...new Set([plan.zone, zone, ...zoneNames()])].map((name) => (
              <FormSelectOption key={name} value={name} label={name} />
            ))}
          </FormSelect>
        </FormGroup>
        <DatesOff key={JSON.stringify(plan.except)} id={id} plan={plan} onChange={show} />
        <FormGroup label={t('textLabel')} fieldId={`${id}-text`}>
          <TextArea
            id={`${id}-text`}
            className="al-mono"
            rows={TEXT_ROWS}
            value={text}
            spellCheck={false}
            resizeOrientation="vertical"
            placeholder={`Mon-Fri 00:00-04:00 ${zone}`}
            validated={read.problems.length > 0 ? 'error' : 'default'}
            aria-describedby={`${id}-text-note`}
            onChange={(_event, typed) => type(typed)}
          />
          <FieldNote id={`${id}-text-note`} problem={read.problems[0]}>
            {t('textHelp')}
          </FieldNote>
        </FormGroup>
      </div>
    </div>
  );
}

/** The dates on which no window opens. */
function DatesOff({
  id,
  plan,
  onChange,
}: {
  id: string;
  plan: WeekPlan;
  onChange: (plan: WeekPlan) => void;
}) {
  const [text, setText] = useState(datesText(plan));
  const except = readDates(text);
  return (
    <FormGroup label={t('exceptLabel')} fieldId={`${id}-except`}>
      <TextInput
        id={`${id}-except`}
        value={text}
        placeholder="2026-12-24, 2026-12-31..2027-01-01"
        autoComplete="off"
        validated={except ? 'default' : 'error'}
        aria-describedby={`${id}-except-note`}
        onChange={(_event, typed) => setText(typed)}
        onBlur={() => {
          if (except && datesText({ except }) !== datesText(plan)) onChange({ ...plan, except });
        }}
      />
      <FieldNote id={`${id}-except-note`} problem={except ? undefined : t('exceptError')}>
        {t('exceptHelp')}
      </FieldNote>
    </FormGroup>
  );
}
