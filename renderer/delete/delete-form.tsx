import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId, useState } from 'react';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';

/** What is asked before a registry is looked at. */
export interface DeleteForm {
  destination: string;
  how: 'tree' | 'file';
  file: string;
  stateDirectory: string;
  protectFile: string;
  kubeconfig: string;
  context: string;
  tlsVerify: boolean;
}

type SetField = <K extends keyof DeleteForm>(field: K, value: DeleteForm[K]) => void;

/** Where to delete, how to choose, and what else must stay. */
export function DeleteFormCard({
  form,
  busy,
  onChange,
  onLook,
}: {
  form: DeleteForm;
  /** What is being looked at. */
  busy: string | undefined;
  onChange: (form: DeleteForm) => void;
  onLook: () => void;
}) {
  const id = useId();
  const set: SetField = (field, value) => onChange({ ...form, [field]: value });
  const ready = form.destination.trim() !== '' && (form.how === 'tree' || form.file !== '');
  return (
    <Card title="Where from, and how to choose" note="Nothing is deleted before you confirm it.">
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && busy === undefined) onLook();
        }}
      >
        <div className="al-delete-form">
          <FormGroup label="Registry" fieldId={`${id}-registry`} isRequired>
            <TextInput
              id={`${id}-registry`}
              className="al-mono"
              value={form.destination}
              isRequired
              placeholder="registry.lab.example:5000/ocp"
              autoComplete="off"
              spellCheck={false}
              onChange={(_event, text) => set('destination', text)}
            />
          </FormGroup>
          <FormGroup role="radiogroup" label="Choose what goes" fieldId={`${id}-how`} isInline>
            <Radio
              id={`${id}-tree`}
              name={`${id}-how`}
              label="From what is mirrored there"
              isChecked={form.how === 'tree'}
              onChange={() => set('how', 'tree')}
            />
            <Radio
              id={`${id}-file`}
              name={`${id}-how`}
              label="By a configuration"
              isChecked={form.how === 'file'}
              onChange={() => set('how', 'file')}
            />
          </FormGroup>
          {form.how === 'file' && (
            <PathInput
              id={`${id}-configuration`}
              label="Configuration"
              kind="file"
              extensions={['yaml', 'yml']}
              value={form.file}
              required
              helper="A DeleteImageSetConfiguration, or an ImageSetConfiguration with prune."
              onChange={(path) => set('file', path)}
            />
          )}
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
            Look at the registry
          </RequestButton>
          <span className="al-sub" role="status">
            {busy}
          </span>
        </div>
      </Form>
    </Card>
  );
}

function MoreFields({ id, form, set }: { id: string; form: DeleteForm; set: SetField }) {
  // What was said there is seen again after another look.
  const [more] = useState(form.protectFile !== '' || form.kubeconfig !== '' || !form.tlsVerify);
  return (
    <details className="al-delete-more" open={more}>
      <summary>More that must stay, and how it is reached</summary>
      <div className="al-delete-form">
        <PathInput
          id={`${id}-protect`}
          label="Names that are never deleted"
          kind="file"
          value={form.protectFile}
          helper="One a line: repository:tag, repository@digest, a repository; * is any text."
          onChange={(path) => set('protectFile', path)}
        />
        <PathInput
          id={`${id}-kubeconfig`}
          label="Kubeconfig of a cluster that uses the mirror"
          kind="file"
          value={form.kubeconfig}
          helper="What it runs, or needs for its update, stays."
          onChange={(path) => set('kubeconfig', path)}
        />
        <FormGroup label="Context of the kubeconfig" fieldId={`${id}-context`}>
          <TextInput
            id={`${id}-context`}
            value={form.context}
            placeholder="its current one"
            isDisabled={form.kubeconfig === ''}
            onChange={(_event, text) => set('context', text)}
          />
        </FormGroup>
        <PathInput
          id={`${id}-state`}
          label="State folder"
          kind="folder"
          value={form.stateDirectory}
          placeholder="your state folder"
          helper="Its records of pushes say what stays, too."
          onChange={(path) => set('stateDirectory', path)}
        />
        <Checkbox
          id={`${id}-tls`}
          label="Check the registry's certificate"
          isChecked={form.tlsVerify}
          onChange={(_event, checked) => set('tlsVerify', checked)}
        />
      </div>
    </details>
  );
}
