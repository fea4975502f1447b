import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type ReactNode, useId } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ClusterFields } from '../../parts/fields/cluster-choice.tsx';
import { FieldNote } from '../../parts/fields/field-note.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { type AdoptForm, adoptCommand, adoptRequest } from './adopt-form.ts';
import { t } from './messages.ts';

/** The form for the source of the nodes. Nothing is read before the button is pressed. */
export function SourceCard({
  form,
  reading,
  read,
  onChange,
  onRead,
  onCancel,
}: {
  form: AdoptForm;
  reading: boolean;
  /** Whether nodes are shown. */
  read: boolean;
  onChange: (form: AdoptForm) => void;
  onRead: () => void;
  onCancel: () => void;
}) {
  const id = useId();
  const isComplete = adoptRequest(form) !== undefined;
  return (
    <Card title={t('sourceTitle')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !reading) onRead();
        }}
      >
        {!read && <p className="al-sub">{t('sourceText')}</p>}
        <div className="al-adopt-source">
          <FormGroup label={t('sourceLabel')} fieldId={`${id}-source`}>
            <FormSelect
              id={`${id}-source`}
              value={form.source}
              onChange={(_event, source) => onChange({ ...form, source: source as AdoptForm['source'] })}
            >
              <FormSelectOption value="file" label={t('fileOption')} />
              <FormSelectOption value="cluster" label={t('clusterOption')} />
            </FormSelect>
          </FormGroup>
          {form.source === 'file' ? (
            <PathInput
              id={`${id}-from`}
              label={t('pathLabel')}
              kind="file"
              value={form.from}
              required
              placeholder="/data/must-gather.local.1234"
              helper={t.parts<'pathHelp', ReactNode>('pathHelp', {
                command: (inner) => (
                  <code key="command" className="al-mono">
                    {inner}
                  </code>
                ),
              })}
              onChange={(from) => onChange({ ...form, from })}
            />
          ) : (
            <ClusterFields cluster={form} onChange={(cluster) => onChange({ ...form, ...cluster })} />
          )}
          <FormGroup label={t('versionLabel')} fieldId={`${id}-version`}>
            <TextInput
              id={`${id}-version`}
              value={form.version}
              placeholder="4.20"
              autoComplete="off"
              onChange={(_event, version) => onChange({ ...form, version })}
            />
            <FieldNote id={`${id}-version-note`} problem={undefined}>
              {t('versionHelp')}
            </FieldNote>
          </FormGroup>
        </div>
        <div className="al-actions">
          <RequestButton
            request="hosts.adopt"
            type="submit"
            variant={read ? 'secondary' : 'primary'}
            isDisabled={!isComplete || reading}
            isLoading={reading}
          >
            {read ? t('readAgainButton') : t('readButton')}
          </RequestButton>
          {reading && (
            <Button variant="link" onClick={onCancel}>
              {t('cancelButton')}
            </Button>
          )}
          <span className="al-sub" role="status">
            {reading && t('readingText')}
          </span>
          {isComplete && !reading && (
            <span className="al-sub al-row al-adopt-command">
              <span>{t('commandText')}</span>
              <code className="al-mono al-cut" title={adoptCommand(form)}>
                {adoptCommand(form)}
              </code>
              <CopyButton text={adoptCommand(form)} what={t('copyCommandButton')} />
            </span>
          )}
        </div>
      </Form>
    </Card>
  );
}
