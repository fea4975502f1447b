import {
  Alert,
  AlertActionCloseButton,
  AlertActionLink,
} from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useEffect, useState } from 'react';
import type { RunDefaults } from '../../core/contract/topics/settings.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { FieldNote } from '../parts/fields/field-note.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestFields } from '../parts/fields/request-fields.tsx';
import { Card } from '../parts/screen.tsx';
import { WindowsDialog } from '../windows/windows-dialog.tsx';
import { windowsSummary } from '../windows/windows-words.ts';
import {
  DEFAULT_FIELDS,
  type DefaultField,
  defaultsSentence,
  defaultText,
  defaultWords,
  typedDefault,
} from './default-fields.ts';
import { SettingsFrame } from './parts/settings-frame.tsx';

const AUTH_FILE = { key: 'authFile', label: 'Auth file', unit: '', absent: 'the usual places' } as const;

type Change = {
  field: Pick<DefaultField, 'key' | 'label' | 'unit' | 'absent'>;
  before: RunDefaults;
  now: RunDefaults;
};

export function DefaultsSection() {
  const settings = useAsk('settings.read', {});
  const write = useDo('settings.write');
  const [change, setChange] = useState<Change>();
  const defaults = settings.data?.defaults ?? {};

  const save = (field: Change['field'], value: string | number | null) => {
    if ((defaults[field.key] ?? null) === value) return;
    write.mutate(
      { defaults: { [field.key]: value } },
      { onSuccess: (now) => setChange({ field, before: defaults, now: now.defaults }) },
    );
  };
  const undo = ({ field, before }: Change) =>
    write.mutate(
      { defaults: { [field.key]: before[field.key] ?? null } },
      { onSuccess: () => setChange(undefined) },
    );
  return (
    <SettingsFrame section="defaults" sentence={settings.data ? defaultsSentence(defaults) : 'Defaults'}>
      {settings.error && <FailureAlert error={settings.error} title="The settings could not be read" />}
      {write.error && <FailureAlert error={write.error} title="The default was not saved" />}
      <div role="status">
        {change && (
          <Alert
            isInline
            variant="success"
            title={`${change.field.label}: ${defaultWords(change.field, change.now)}. It was ${defaultWords(change.field, change.before)}.`}
            actionClose={<AlertActionCloseButton onClose={() => setChange(undefined)} />}
            actionLinks={<AlertActionLink onClick={() => undo(change)}>Undo</AlertActionLink>}
          />
        )}
      </div>
      {settings.data && (
        <Card
          title="For new runs"
          note="saved as soon as a field is left; each run can still be set otherwise"
        >
          <RequestFields request="settings.write">
            <div className="al-defaults">
              {DEFAULT_FIELDS.map((field) => (
                <NumberField key={field.key} field={field} defaults={defaults} onSave={save} />
              ))}
              <AuthFileField defaults={defaults} onSave={save} />
              <WindowsDefault
                windows={defaults.windows ?? []}
                onSave={(windows) =>
                  write.mutate({ defaults: { windows: windows.length > 0 ? windows : null } })
                }
              />
            </div>
          </RequestFields>
        </Card>
      )}
    </SettingsFrame>
  );
}

type Save = (field: Change['field'], value: string | number | null) => void;

/** What is typed until the field is left; afterwards what is saved. */
function useDraft(defaults: RunDefaults, field: Change['field'], onSave: Save) {
  const saved = defaultText(defaults, field.key);
  const [draft, setDraft] = useState(saved);
  useEffect(() => setDraft(saved), [saved]);
  const typed = typedDefault(field.key, draft);
  return {
    draft,
    setDraft,
    error: 'error' in typed ? typed.error : undefined,
    commit: () => {
      if ('value' in typed) onSave(field, typed.value);
    },
  };
}

function NumberField({
  field,
  defaults,
  onSave,
}: {
  field: DefaultField;
  defaults: RunDefaults;
  onSave: Save;
}) {
  const { draft, setDraft, error, commit } = useDraft(defaults, field, onSave);
  const id = `al-default-${field.key}`;
  return (
    <FormGroup label={field.label} fieldId={id}>
      <div className="al-row">
        <TextInput
          id={id}
          className="al-number-field al-num"
          value={draft}
          inputMode="decimal"
          placeholder={field.absent}
          autoComplete="off"
          validated={error ? 'error' : 'default'}
          aria-describedby={`${id}-note`}
          onChange={(_event, text) => setDraft(text)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
        />
        <span className="al-sub">{field.unit}</span>
      </div>
      <FieldNote id={`${id}-note`} problem={error}>
        {`${field.helper} Empty: ${field.absent}.`}
      </FieldNote>
    </FormGroup>
  );
}

function AuthFileField({ defaults, onSave }: { defaults: RunDefaults; onSave: Save }) {
  const { draft, setDraft, error, commit } = useDraft(defaults, AUTH_FILE, onSave);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus left the field
    <div
      className="al-default-wide"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) commit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.defaultPrevented) commit();
      }}
    >
      <PathInput
        id="al-default-authFile"
        label={AUTH_FILE.label}
        kind="file"
        value={draft}
        onChange={setDraft}
        placeholder={AUTH_FILE.absent}
        helper="This file alone is asked for logins, as with --authfile. Empty: what is typed here, then the usual auth files one after another."
        error={error || undefined}
      />
    </div>
  );
}

/** Windows of runs whose workspace has none of its own. */
function WindowsDefault({
  windows,
  onSave,
}: {
  windows: readonly string[];
  onSave: (windows: string[]) => void;
}) {
  const [changing, setChanging] = useState(false);
  return (
    <div className="al-windows-field">
      <span className="al-windows-label" id="al-default-windows">
        Windows of the link
      </span>
      <div className="al-row">
        <span className="al-anywhere">{windowsSummary(windows)}</span>
        <Button
          variant="link"
          isInline
          aria-describedby="al-default-windows"
          onClick={() => setChanging(true)}
        >
          {windows.length > 0 ? 'Change windows' : 'Set windows'}
        </Button>
      </div>
      <p className="al-sub al-small">Where a workspace has none of its own.</p>
      {changing && (
        <WindowsDialog
          id="al-default-windows-week"
          windows={windows}
          save={{ some: 'Save windows', none: 'Run at any time' }}
          onSave={(chosen) => {
            onSave(chosen);
            setChanging(false);
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  );
}
