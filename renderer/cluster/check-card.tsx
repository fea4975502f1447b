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

/** What an upgrade is asked about, beside the cluster. */
export interface CheckForm {
  to: string;
  /** A file of `airlock cluster inspect`; empty: the cluster itself. */
  inspection: string;
}

/** Whether an upgrade will go: a version is named, the cluster is that of the form above, or a file of it. */
export function CheckCard({
  form,
  choice,
  onChange,
  onChecked,
}: {
  form: CheckForm;
  choice: Pick<RequestInput<'clusters.check'>, 'kubeconfig' | 'context'>;
  onChange: (form: CheckForm) => void;
  onChecked: (answer: RequestOutput<'clusters.check'>) => void;
}) {
  const id = useId();
  const client = useClient();
  const [error, setError] = useState<unknown>();
  const [checking, setChecking] = useState(false);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  const to = form.to.trim();
  const check = async () => {
    const controller = new AbortController();
    asking.current = controller;
    setChecking(true);
    setError(undefined);
    try {
      const cluster = form.inspection === '' ? choice : { from: form.inspection };
      onChecked(await client.request('clusters.check', { ...cluster, to }, { signal: controller.signal }));
    } catch (thrown) {
      if (!controller.signal.aborted) setError(thrown);
    } finally {
      if (asking.current === controller) setChecking(false);
    }
  };
  return (
    <Card title="Will an upgrade go?" note="Asks the cluster and its registries; nothing is changed.">
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (to !== '' && !checking) void check();
        }}
      >
        <div className="al-cluster-form">
          <FormGroup label="Upgrade to" fieldId={`${id}-to`}>
            <TextInput
              id={`${id}-to`}
              value={form.to}
              placeholder="4.18.12"
              autoComplete="off"
              onChange={(_event, text) => onChange({ ...form, to: text })}
            />
          </FormGroup>
          <PathInput
            id={`${id}-inspection`}
            label="Inspection file"
            kind="file"
            extensions={['json']}
            value={form.inspection}
            placeholder="none: the cluster above is asked"
            helper="From airlock cluster inspect -o FILE, where the cluster cannot be reached from here."
            onChange={(inspection) => onChange({ ...form, inspection })}
          />
        </div>
        {error !== undefined && <FailureAlert error={error} title="The upgrade was not checked" />}
        <div className="al-actions">
          <RequestButton
            request="clusters.check"
            type="submit"
            variant="secondary"
            isDisabled={to === '' || checking}
            isLoading={checking}
          >
            Check the upgrade
          </RequestButton>
          {checking && (
            <Button variant="link" onClick={() => asking.current?.abort()}>
              Cancel
            </Button>
          )}
          <span className="al-sub" role="status">
            {checking && 'Every image of the release is asked for as the nodes would; this can take minutes.'}
          </span>
        </div>
      </Form>
    </Card>
  );
}
