import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { useId } from 'react';
import { useAsk } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { termTag } from '../parts/term.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { applyCommand } from './cluster-words.ts';
import { t } from './messages.ts';

/** The manifests and the cluster to compare. */
export interface ClusterForm {
  directory: string;
  /** Empty for the user's own. */
  kubeconfig: string;
  /** Empty for the current context. */
  context: string;
}

/** The form for manifests and cluster. Nothing is contacted before the button is pressed. */
export function ConnectCard({
  form,
  comparing,
  onChange,
  onCompare,
  onCancel,
}: {
  form: ClusterForm;
  comparing: boolean;
  onChange: (form: ClusterForm) => void;
  onCompare: () => void;
  onCancel: () => void;
}) {
  const id = useId();
  const folders = useAsk('clusters.folders', {}).data?.folders ?? [];
  const kubeconfig = useSettled(form.kubeconfig.trim(), 250);
  const contexts = useAsk('clusters.contexts', kubeconfig === '' ? {} : { kubeconfig });
  const found = contexts.data?.contexts ?? [];
  const current = found.find((each) => each.name === form.context) ?? found.find((each) => each.current);
  return (
    <Card title={t('connectTitle')} note={t('connectNote')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (form.directory !== '' && !comparing) onCompare();
        }}
      >
        <div className="al-cluster-form">
          <PathInput
            id={`${id}-folder`}
            label={t('directoryLabel')}
            kind="directory"
            value={form.directory}
            required
            helper={
              folders.length > 0 ? (
                <span className="al-cluster-folders">
                  {folders.slice(0, 3).map(({ directory, target }) => (
                    <button
                      key={directory}
                      type="button"
                      className="al-link"
                      onClick={() => onChange({ ...form, directory })}
                    >
                      {target === undefined ? directory : t('directoryOfButton', { target })}
                    </button>
                  ))}
                </span>
              ) : (
                t.parts('directoryHelp', { state: termTag('stateFolder') })
              )
            }
            onChange={(directory) => onChange({ ...form, directory })}
          />
          <PathInput
            id={`${id}-kubeconfig`}
            label={t('kubeconfigLabel')}
            kind="file"
            value={form.kubeconfig}
            placeholder={contexts.data?.files[0] ?? '~/.kube/config'}
            onChange={(path) => onChange({ ...form, kubeconfig: path, context: '' })}
          />
          <FormGroup label={t('contextLabel')} fieldId={`${id}-context`}>
            <FormSelect
              id={`${id}-context`}
              value={current?.name ?? ''}
              isDisabled={found.length === 0}
              onChange={(_event, context) => onChange({ ...form, context })}
            >
              {found.length === 0 && <FormSelectOption value="" label={t('noContextOption')} />}
              {found.map(({ name, server }) => (
                <FormSelectOption
                  key={name}
                  value={name}
                  label={t('contextOption', { context: name, server })}
                />
              ))}
            </FormSelect>
          </FormGroup>
        </div>
        {contexts.error && <FailureAlert error={contexts.error} title={t('kubeconfigFailedTitle')} />}
        <div className="al-actions">
          <RequestButton
            request="clusters.compare"
            type="submit"
            variant="primary"
            isDisabled={form.directory === '' || found.length === 0 || comparing}
            isLoading={comparing}
          >
            {t('compareButton')}
          </RequestButton>
          {comparing && (
            <Button variant="link" onClick={onCancel}>
              {t('cancelButton')}
            </Button>
          )}
          <span className="al-sub" role="status">
            {comparing && current && t('comparingText', { server: current.server })}
          </span>
        </div>
        {form.directory !== '' && (
          <p className="al-sub al-row">
            <span>{t('commandText')}</span>
            <code className="al-mono al-cut">{applyCommand(form.directory, form)}</code>
            <CopyButton text={applyCommand(form.directory, form)} what={t('copyCommandButton')} />
          </p>
        )}
      </Form>
    </Card>
  );
}
