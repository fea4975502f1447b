import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ScheduleLine } from '../../core/contract/topics/schedules/schedules.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { FieldNote } from '../parts/fields/field-note.tsx';
import { Check, TextField } from '../parts/fields/option-fields.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { useNow } from '../parts/time.tsx';
import { WindowsDialog } from '../windows/windows-dialog.tsx';
import { ownZone, when, windowsSummary } from '../windows/windows-words.ts';
import {
  draftOf,
  fieldProblems,
  hasStart,
  missingFields,
  nextOfDraft,
  type ScheduleDraft,
  settingsOfDraft,
} from './draft.ts';
import { t } from './messages.ts';

const JOBS = [
  { job: 'mirrorToDisk', label: t('toDiskChoice'), help: t('toDiskHelp') },
  { job: 'mirrorToMirror', label: t('toRegistryChoice'), help: t('toRegistryHelp') },
  { job: 'compare', label: t('compareChoice'), help: t('compareHelp') },
] as const;

/** Creates or changes a schedule. */
export function ScheduleForm({
  workspace,
  schedule,
  names,
  given,
  onDone,
}: {
  workspace: string;
  /** The schedule to change; absent for a new one. */
  schedule: ScheduleLine | undefined;
  /** Names of the schedules of the workspace. */
  names: readonly string[];
  /** Fields that another screen filled in. */
  given?: Partial<ScheduleDraft> | undefined;
  /** @param saved its name, or undefined if it was canceled */
  onDone: (saved?: string) => void;
}) {
  const configurations = useAsk('configurations.list', { workspace });
  const windows = useAsk('settings.read', {}).data?.workspaceWindows?.[workspace];
  const likely = configurations.data?.configurations[0]?.file;
  const [typed, setTyped] = useState<Partial<ScheduleDraft>>(given ?? {});
  const [namesBefore] = useState(names);
  const draft = { ...draftOf(schedule, { config: likely, windows, names: namesBefore }), ...typed };
  const form = useRef<HTMLFormElement>(null);
  // The button that opened it may be far below.
  useEffect(() => {
    const field = form.current?.querySelector('input');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView?.({ block: 'center' });
  }, []);
  const change = (changes: Partial<ScheduleDraft>) => setTyped((now) => ({ ...now, ...changes }));
  const save = useDo('schedules.save');
  const others = names.filter((name) => name !== schedule?.name);
  const problems = fieldProblems(draft, others);
  const settings = settingsOfDraft(draft, schedule);
  const invalid = Object.keys(problems).length > 0;
  const missing = missingFields(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (settings === undefined || invalid) return;
    save.mutate(
      { workspace, schedule: settings, replaces: schedule?.name },
      { onSuccess: ({ name }) => onDone(name) },
    );
  };
  return (
    <Card title={schedule ? t('editTitle', { name: schedule.name }) : t('newTitle')}>
      <form className="al-schedule-form" ref={form} onSubmit={submit}>
        <div className="al-schedule-part">
          <TextField
            id="al-schedule-name"
            label={t('nameLabel')}
            value={draft.name}
            maxLength={63}
            problem={problems.name}
            note={t('nameHelp')}
            onChange={(name) => change({ name })}
          />
          <WorkFields draft={draft} change={change} />
        </div>
        <StartFields draft={draft} problem={problems.start} change={change} />
        <div className="al-actions">
          <RequestButton
            request="schedules.save"
            variant="primary"
            type="submit"
            isDisabled={settings === undefined || invalid || save.isPending}
          >
            {t('saveButton')}
          </RequestButton>
          <Button variant="link" onClick={() => onDone()}>
            {t('cancelButton')}
          </Button>
          {missing.length > 0 && (
            <span className="al-sub" role="status">
              {t('missingText', { fields: missing.join(', ') })}
            </span>
          )}
        </div>
      </form>
      {save.error && <FailureAlert error={save.error} title={t('changeFailedTitle')} />}
    </Card>
  );
}

interface Fields {
  draft: ScheduleDraft;
  change: (changes: Partial<ScheduleDraft>) => void;
}

/** The work, and the places that it uses. */
function WorkFields({ draft, change }: Fields) {
  const { job } = draft;
  return (
    <>
      <fieldset className="al-choices">
        <legend>{t('jobLegend')}</legend>
        {JOBS.map((one) => (
          <Radio
            key={one.job}
            id={`al-schedule-${one.job}`}
            name="al-schedule-job"
            label={one.label}
            description={one.help}
            isChecked={job === one.job}
            onChange={() => change({ job: one.job })}
          />
        ))}
      </fieldset>
      {job !== 'compare' && (
        <PathInput
          id="al-schedule-config"
          label={t('configLabel')}
          kind="file"
          extensions={['yaml', 'yml']}
          value={draft.config}
          onChange={(config) => change({ config })}
        />
      )}
      {job === 'mirrorToDisk' && (
        <TextField
          id="al-schedule-enclave"
          label={t('enclaveLabel')}
          value={draft.enclave}
          maxLength={63}
          note={t('enclaveHelp')}
          onChange={(enclave) => change({ enclave })}
        />
      )}
      {job !== 'mirrorToDisk' && (
        <>
          <TextField
            id="al-schedule-destination"
            label={t('destinationLabel')}
            value={draft.destination}
            maxLength={512}
            note={t('destinationHelp')}
            onChange={(destination) => change({ destination })}
          />
          <Check
            id="al-schedule-tls"
            label={t('tlsLabel')}
            isChecked={draft.destinationTlsVerify}
            onChange={(destinationTlsVerify) => change({ destinationTlsVerify })}
          />
        </>
      )}
    </>
  );
}

/** When it starts. */
function StartFields({ draft, problem, change }: Fields & { problem: string | undefined }) {
  const [choosing, setChoosing] = useState(false);
  const now = useNow();
  const starts = problem === undefined && hasStart(draft);
  const next = starts ? nextOfDraft(draft, now.getTime()) : undefined;
  const { timed, windows, at, job, onlyIfNew } = draft;
  return (
    <fieldset className="al-schedule-part al-choices">
      <legend>{t('whenLegend')}</legend>
      <Radio
        id="al-schedule-windows"
        name="al-schedule-when"
        label={t('windowChoice')}
        description={t('windowHelp')}
        isChecked={!timed}
        onChange={() => change({ timed: false })}
      />
      {!timed && (
        <div className="al-row">
          <span className="al-anywhere">
            {windows.length > 0 ? windowsSummary(windows) : t('windowsMissing')}
          </span>
          <Button
            variant="secondary"
            size="sm"
            aria-describedby={problem === undefined ? undefined : 'al-schedule-windows-problem'}
            onClick={() => setChoosing(true)}
          >
            {windows.length > 0 ? t('changeWindowsButton') : t('setWindowsButton')}
          </Button>
        </div>
      )}
      {!timed && problem !== undefined && (
        <FieldNote id="al-schedule-windows-problem" problem={problem}>
          {null}
        </FieldNote>
      )}
      <Radio
        id="al-schedule-timed"
        name="al-schedule-when"
        label={t('timeChoice')}
        isChecked={timed}
        onChange={() => change({ timed: true })}
      />
      {timed && (
        <TextField
          id="al-schedule-at"
          label={t('timeLabel')}
          value={at}
          maxLength={200}
          problem={problem}
          note={t('timeHelp', { zone: ownZone() })}
          onChange={(text) => change({ at: text })}
        />
      )}
      {starts && (
        <p className="al-sub" role="status">
          {next === undefined
            ? t('neverStartsText')
            : t('nextStartText', { when: when(new Date(next), now), zone: ownZone() })}
        </p>
      )}
      {job !== 'compare' && (
        <Check
          id="al-schedule-new"
          label={t('onlyIfNewLabel')}
          description={t('onlyIfNewHelp')}
          isChecked={onlyIfNew}
          onChange={(checked) => change({ onlyIfNew: checked })}
        />
      )}
      {choosing && (
        <WindowsDialog
          id="al-schedule-window"
          windows={windows}
          save={{ some: t('useWindowsButton'), none: t('useNoWindowsButton') }}
          onSave={(chosen) => {
            change({ windows: chosen });
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </fieldset>
  );
}
