import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useEffect, useId, useRef, useState } from 'react';
import type { RequestInput, RequestOutput } from '../../core/contract/contract.ts';
import { useClient } from '../engine/provider.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { t } from './messages.ts';

/** The target of an upgrade, and where the state of the cluster is read from. */
export interface CheckForm {
  to: string;
  /** A file of `airlock cluster inspect`. Empty: the cluster itself is queried. */
  inspection: string;
}

/** The form of the upgrade readiness check: a version, and the cluster of the form above or a file of it. */
export function CheckCard({
  form,
  choice,
  primary,
  onChange,
  onChecked,
}: {
  form: CheckForm;
  choice: Pick<RequestInput<'clusters.check'>, 'kubeconfig' | 'context'>;
  /** The check is the next step. Its button gets the focus, or the field for a missing version. */
  primary: boolean;
  onChange: (form: CheckForm) => void;
  onChecked: (answer: RequestOutput<'clusters.check'>) => void;
}) {
  const id = useId();
  const client = useClient();
  const [error, setError] = useState<unknown>();
  const [checking, setChecking] = useState(false);
  const pending = useRef<AbortController>(undefined);
  useEffect(() => () => pending.current?.abort(), []);
  const version = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!primary) return;
    // A new screen focuses its heading first.
    const later = setTimeout(() => {
      const field = version.current;
      const button = field?.form?.querySelector<HTMLElement>('[type=submit]');
      (field?.value === '' ? field : button)?.focus();
    });
    return () => clearTimeout(later);
  }, [primary]);
  const to = form.to.trim();
  const check = async () => {
    const controller = new AbortController();
    pending.current = controller;
    setChecking(true);
    setError(undefined);
    try {
      const cluster = form.inspection === '' ? choice : { from: form.inspection };
      onChecked(await client.request('clusters.check', { ...cluster, to }, { signal: controller.signal }));
    } catch (thrown) {
      if (!controller.signal.aborted) setError(thrown);
    } finally {
      if (pending.current === controller) setChecking(false);
    }
  };
  return (
    <Card title={t('checkTitle')} note={t('checkNote')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (to !== '' && !checking) void check();
        }}
      >
        <div className="al-cluster-form">
          <FormGroup label={t('checkVersionLabel')} fieldId={`${id}-to`} isRequired>
            <TextInput
              ref={version}
              id={`${id}-to`}
              value={form.to}
              placeholder={t('checkVersionPlaceholder')}
              autoComplete="off"
              onChange={(_event, text) => onChange({ ...form, to: text })}
            />
          </FormGroup>
          <PathInput
            id={`${id}-inspection`}
            label={t('inspectionLabel')}
            kind="file"
            extensions={['json']}
            value={form.inspection}
            helper={t.parts('inspectionHelp', {
              command: (inner) => (
                <code key="command" className="al-mono">
                  {inner}
                </code>
              ),
            })}
            onChange={(inspection) => onChange({ ...form, inspection })}
          />
        </div>
        {error !== undefined && <FailureAlert error={error} title={t('checkFailedTitle')} />}
        <div className="al-actions">
          <RequestButton
            request="clusters.check"
            type="submit"
            variant={primary ? 'primary' : 'secondary'}
            isDisabled={to === '' || checking}
            isLoading={checking}
          >
            {t('checkButton')}
          </RequestButton>
          {checking && (
            <Button variant="link" onClick={() => pending.current?.abort()}>
              {t('cancelButton')}
            </Button>
          )}
          <span className="al-sub" role="status">
            {checking && t('checkingText')}
          </span>
        </div>
      </Form>
    </Card>
  );
}
