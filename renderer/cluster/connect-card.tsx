import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import { useId } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../engine/requests.ts';
import { MANIFESTS_ADDRESS } from '../parts/addresses.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { type ClusterChoice, ClusterFields, useContexts } from '../parts/fields/cluster-choice.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { termTag } from '../parts/term.tsx';
import { applyCommand } from './cluster-words.ts';
import { t } from './messages.ts';

/** The manifests and the cluster to compare. */
export interface ClusterForm extends ClusterChoice {
  directory: string;
}

/** The form for manifests and cluster. Nothing is contacted before the button is pressed. */
export function ConnectCard({
  form,
  comparing,
  primary,
  onChange,
  onCompare,
  onCancel,
}: {
  form: ClusterForm;
  comparing: boolean;
  /** The comparison is the next step. */
  primary: boolean;
  onChange: (form: ClusterForm) => void;
  onCompare: () => void;
  onCancel: () => void;
}) {
  const id = useId();
  const folders = useAsk('clusters.folders', {}).data?.folders ?? [];
  const { contexts, selected } = useContexts(form);
  return (
    <Card
      title={t('connectTitle')}
      note={t('connectNote')}
      actions={<Link to={MANIFESTS_ADDRESS}>{t('manifestsLink')}</Link>}
    >
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
          <ClusterFields cluster={form} onChange={(cluster) => onChange({ ...form, ...cluster })} />
        </div>
        <div className="al-actions">
          <RequestButton
            request="clusters.compare"
            type="submit"
            variant={primary ? 'primary' : 'secondary'}
            isDisabled={form.directory === '' || contexts.length === 0 || comparing}
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
            {comparing && selected && t('comparingText', { server: selected.server })}
          </span>
        </div>
        {form.directory !== '' && (
          <p className="al-sub al-row">
            <span>{t('commandText')}</span>
            <code className="al-mono al-cut" title={applyCommand(form.directory, form)}>
              {applyCommand(form.directory, form)}
            </code>
            <CopyButton text={applyCommand(form.directory, form)} what={t('copyCommandButton')} />
          </p>
        )}
      </Form>
    </Card>
  );
}
