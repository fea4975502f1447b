import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId } from 'react';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { t } from './messages.ts';

/** The form that is filled in before a registry is read. */
export interface ContentForm {
  destination: string;
  workspace: string;
  stateDirectory: string;
  tlsVerify: boolean;
}

/** Asks for the registry, and for the records of pushes to compare it with. */
export function ContentFormCard({
  form,
  known,
  busy,
  onChange,
  onRead,
  onCancel,
}: {
  form: ContentForm;
  /** Registries of earlier pushes. */
  known: readonly string[];
  /** What is being read. */
  busy: string | undefined;
  onChange: (form: ContentForm) => void;
  onRead: () => void;
  onCancel: () => void;
}) {
  const id = useId();
  const set = (changed: Partial<ContentForm>) => onChange({ ...form, ...changed });
  const ready = form.destination.trim() !== '';
  return (
    <Card title={t('cardTitle')} note={t('cardNote')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && busy === undefined) onRead();
        }}
      >
        <div className="al-content-form">
          <FormGroup label={t('registryLabel')} fieldId={`${id}-registry`} isRequired>
            <TextInput
              id={`${id}-registry`}
              className="al-mono"
              value={form.destination}
              isRequired
              list={`${id}-known`}
              placeholder={t('registryPlaceholder')}
              autoComplete="off"
              spellCheck={false}
              onChange={(_event, destination) => set({ destination })}
            />
            <datalist id={`${id}-known`}>
              {known.map((registry) => (
                <option key={registry} value={registry} />
              ))}
            </datalist>
          </FormGroup>
          <PathInput
            id={`${id}-workspace`}
            label={t('workspaceLabel')}
            kind="directory"
            value={form.workspace}
            helper={t('workspaceHelp')}
            onChange={(workspace) => set({ workspace })}
          />
        </div>
        <details className="al-content-more" open={!form.tlsVerify || form.stateDirectory !== ''}>
          <summary>{t('connectionTitle')}</summary>
          <div className="al-content-form">
            <PathInput
              id={`${id}-state`}
              label={t('stateLabel')}
              kind="directory"
              value={form.stateDirectory}
              placeholder={t('statePlaceholder')}
              helper={t('stateHelp')}
              onChange={(stateDirectory) => set({ stateDirectory })}
            />
            <Checkbox
              id={`${id}-tls`}
              label={t('verifyTlsLabel')}
              isChecked={form.tlsVerify}
              onChange={(_event, tlsVerify) => set({ tlsVerify })}
            />
          </div>
        </details>
        <div className="al-actions">
          <RequestButton
            request="registryContent.read"
            type="submit"
            variant="primary"
            isDisabled={!ready || busy !== undefined}
            isLoading={busy !== undefined}
          >
            {t('readButton')}
          </RequestButton>
          {busy !== undefined && (
            <Button variant="link" onClick={onCancel}>
              {t('cancelButton')}
            </Button>
          )}
          <span className="al-sub" role="status">
            {busy}
          </span>
        </div>
      </Form>
    </Card>
  );
}
