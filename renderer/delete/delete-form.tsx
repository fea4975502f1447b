import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId, useState } from 'react';
import { PathInput } from '../parts/fields/path-input.tsx';
import { PathInputs } from '../parts/fields/path-inputs.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { t } from './messages.ts';

/** The form that is filled in before a registry is read. */
export interface DeleteForm {
  destination: string;
  how: 'tree' | 'file';
  file: string;
  stateDirectory: string;
  protectFile: string;
  /** Which configurations determine the images to retain. */
  retain: 'all' | 'files';
  keep: string[];
  kubeconfig: string;
  context: string;
  tlsVerify: boolean;
}

type SetField = <K extends keyof DeleteForm>(field: K, value: DeleteForm[K]) => void;

/** The form for the registry, the selection, and additional content to retain. */
export function DeleteFormCard({
  form,
  busy,
  onChange,
  onRead,
}: {
  form: DeleteForm;
  /** What is being read. */
  busy: string | undefined;
  onChange: (form: DeleteForm) => void;
  onRead: () => void;
}) {
  const id = useId();
  const set: SetField = (field, value) => onChange({ ...form, [field]: value });
  const ready =
    form.destination.trim() !== '' &&
    (form.how === 'tree' || form.file !== '') &&
    (form.retain === 'all' || form.keep.length > 0);
  return (
    <Card title={t('registryTitle')} note={t('formNote')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && busy === undefined) onRead();
        }}
      >
        <div className="al-delete-form">
          <FormGroup label={t('registryLabel')} fieldId={`${id}-registry`} isRequired>
            <TextInput
              id={`${id}-registry`}
              className="al-mono"
              value={form.destination}
              isRequired
              placeholder={t('registryPlaceholder')}
              autoComplete="off"
              spellCheck={false}
              onChange={(_event, text) => set('destination', text)}
            />
          </FormGroup>
          <FormGroup role="radiogroup" label={t('selectionLabel')} fieldId={`${id}-how`} isInline>
            <Radio
              id={`${id}-tree`}
              name={`${id}-how`}
              label={t('treeLabel')}
              isChecked={form.how === 'tree'}
              onChange={() => set('how', 'tree')}
            />
            <Radio
              id={`${id}-file`}
              name={`${id}-how`}
              label={t('fileLabel')}
              isChecked={form.how === 'file'}
              onChange={() => set('how', 'file')}
            />
          </FormGroup>
          {form.how === 'file' && (
            <PathInput
              id={`${id}-configuration`}
              label={t('configurationLabel')}
              kind="file"
              extensions={['yaml', 'yml']}
              value={form.file}
              required
              helper={t('configurationHelp')}
              onChange={(path) => set('file', path)}
            />
          )}
          <Retained id={id} form={form} set={set} />
        </div>
        <MoreFields id={id} form={form} set={set} />
        <div className="al-actions">
          <RequestButton
            request="deletes.open"
            type="submit"
            variant="primary"
            isDisabled={!ready || busy !== undefined}
            isLoading={busy !== undefined}
          >
            {t('readButton')}
          </RequestButton>
          <span className="al-sub" role="status">
            {busy}
          </span>
        </div>
      </Form>
    </Card>
  );
}

/** The configurations whose content is retained: all that are known, or some. */
function Retained({ id, form, set }: { id: string; form: DeleteForm; set: SetField }) {
  return (
    <>
      <FormGroup role="radiogroup" label={t('retainLabel')} fieldId={`${id}-retain`}>
        <Radio
          id={`${id}-retain-all`}
          name={`${id}-retain`}
          label={t('retainAllLabel')}
          description={t('retainAllHelp')}
          isChecked={form.retain === 'all'}
          onChange={() => set('retain', 'all')}
        />
        <Radio
          id={`${id}-retain-files`}
          name={`${id}-retain`}
          label={t('retainFilesLabel')}
          description={t('retainFilesHelp')}
          isChecked={form.retain === 'files'}
          onChange={() => set('retain', 'files')}
        />
      </FormGroup>
      {form.retain === 'files' && (
        <div className="al-column">
          <PathInputs
            id={`${id}-keep`}
            files={form.keep}
            labelOf={(number) => (number === 1 ? t('keepLabel') : t('keepNumberLabel', { number }))}
            placeholder={t('keepPlaceholder')}
            helper={t('keepHelp')}
            extensions={['yaml', 'yml']}
            onChange={(keep) => set('keep', keep)}
          />
        </div>
      )}
    </>
  );
}

function MoreFields({ id, form, set }: { id: string; form: DeleteForm; set: SetField }) {
  // Filled-in fields are visible again after the registry is read another time.
  const [more] = useState(form.protectFile !== '' || form.kubeconfig !== '' || !form.tlsVerify);
  return (
    <details className="al-delete-more" open={more}>
      <summary>{t('moreTitle')}</summary>
      <div className="al-delete-form">
        <PathInput
          id={`${id}-protect`}
          label={t('protectLabel')}
          kind="file"
          value={form.protectFile}
          helper={t('protectHelp')}
          onChange={(path) => set('protectFile', path)}
        />
        <PathInput
          id={`${id}-kubeconfig`}
          label={t('kubeconfigLabel')}
          kind="file"
          value={form.kubeconfig}
          helper={t('kubeconfigHelp')}
          onChange={(path) => set('kubeconfig', path)}
        />
        <FormGroup label={t('contextLabel')} fieldId={`${id}-context`}>
          <TextInput
            id={`${id}-context`}
            value={form.context}
            placeholder={t('contextPlaceholder')}
            isDisabled={form.kubeconfig === ''}
            onChange={(_event, text) => set('context', text)}
          />
        </FormGroup>
        <PathInput
          id={`${id}-state`}
          label={t('stateFolderLabel')}
          kind="directory"
          value={form.stateDirectory}
          placeholder={t('stateFolderPlaceholder')}
          helper={t('stateFolderHelp')}
          onChange={(path) => set('stateDirectory', path)}
        />
        <Checkbox
          id={`${id}-tls`}
          label={t('verifyTlsLabel')}
          isChecked={form.tlsVerify}
          onChange={(_event, checked) => set('tlsVerify', checked)}
        />
      </div>
    </details>
  );
}
