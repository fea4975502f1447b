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
import { t } from './messages.ts';
import { SettingsFrame } from './parts/settings-frame.tsx';

const AUTH_FILE = {
  key: 'authFile',
  label: t('authFileLabel'),
  unit: '',
  initial: t('defaultLocations'),
} as const;

type Change = {
  field: Pick<DefaultField, 'key' | 'label' | 'unit' | 'initial'>;
  before: RunDefaults;
  now: RunDefaults;
};

/** `/settings/defaults`: the defaults of new runs. */
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
    <SettingsFrame
      section="defaults"
      sentence={settings.data ? defaultsSentence(defaults) : t('defaultsLoadingTitle')}
    >
      {settings.error && <FailureAlert error={settings.error} title={t('defaultsFailedTitle')} />}
      {write.error && <FailureAlert error={write.error} title={t('defaultFailedTitle')} />}
      <div role="status">
        {change && (
          <Alert
            isInline
            variant="success"
            title={t('defaultChangedTitle', {
              field: change.field.label,
              before: defaultWords(change.field, change.before),
              now: defaultWords(change.field, change.now),
            })}
            actionClose={<AlertActionCloseButton onClose={() => setChange(undefined)} />}
            actionLinks={<AlertActionLink onClick={() => undo(change)}>{t('undoButton')}</AlertActionLink>}
          />
        )}
      </div>
      {settings.data && (
        <Card title={t('newRunsTitle')} note={t('newRunsNote')}>
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

/** The text of a field: a draft while it has the focus, then the saved value. */
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
          placeholder={field.initial}
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
        {field.helper}
      </FieldNote>
    </FormGroup>
  );
}

function AuthFileField({ defaults, onSave }: { defaults: RunDefaults; onSave: Save }) {
  const { draft, setDraft, error, commit } = useDraft(defaults, AUTH_FILE, onSave);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes that the focus leaves the field
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
        placeholder={AUTH_FILE.initial}
        helper={t('authFileHelp')}
        error={error || undefined}
      />
    </div>
  );
}

/** Transfer windows of workspaces without their own. */
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
        {t('windowsLabel')}
      </span>
      <div className="al-row">
        <span className="al-anywhere">{windowsSummary(windows)}</span>
        <Button
          variant="link"
          isInline
          aria-describedby="al-default-windows"
          onClick={() => setChanging(true)}
        >
          {windows.length > 0 ? t('changeWindowsButton') : t('setWindowsButton')}
        </Button>
      </div>
      <p className="al-sub al-small">{t('windowsHelp')}</p>
      {changing && (
        <WindowsDialog
          id="al-default-windows-week"
          windows={windows}
          save={{ some: t('saveWindowsButton'), none: t('noWindowsButton') }}
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
