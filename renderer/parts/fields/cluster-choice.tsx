import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { useId } from 'react';
import { useAsk } from '../../engine/requests.ts';
import { FailureAlert } from '../failure.tsx';
import { t } from '../messages.ts';
import { useSettled } from '../use-settled.ts';
import { PathInput } from './path-input.tsx';

/** A cluster by its kubeconfig and context. */
export interface ClusterChoice {
  /** Empty for the user's own. */
  kubeconfig: string;
  /** Empty for the current context. */
  context: string;
}

/** Returns the contexts of a kubeconfig, and the selected one. No cluster is contacted. */
export function useContexts({ kubeconfig, context }: ClusterChoice) {
  const settled = useSettled(kubeconfig.trim(), 250);
  const { data, error } = useAsk('clusters.contexts', settled === '' ? {} : { kubeconfig: settled });
  const contexts = data?.contexts ?? [];
  const selected = contexts.find(({ name }) => name === context) ?? contexts.find(({ current }) => current);
  return { file: data?.files[0], contexts, selected, error };
}

/** Returns the fields of a request for a cluster. */
export function clusterRequest({ kubeconfig, context }: ClusterChoice) {
  return { kubeconfig: kubeconfig.trim() || undefined, context: context || undefined };
}

/** The fields for a kubeconfig and one of its contexts, with the error of a kubeconfig that can't be read. */
export function ClusterFields({
  cluster,
  onChange,
}: {
  cluster: ClusterChoice;
  onChange: (cluster: ClusterChoice) => void;
}) {
  const id = useId();
  const { file, contexts, selected, error } = useContexts(cluster);
  return (
    <>
      <PathInput
        id={`${id}-kubeconfig`}
        label={t('kubeconfigLabel')}
        kind="file"
        value={cluster.kubeconfig}
        placeholder={file ?? '~/.kube/config'}
        onChange={(kubeconfig) => onChange({ kubeconfig, context: '' })}
      />
      <FormGroup label={t('contextLabel')} fieldId={`${id}-context`}>
        <FormSelect
          id={`${id}-context`}
          value={selected?.name ?? ''}
          isDisabled={contexts.length === 0}
          onChange={(_event, context) => onChange({ ...cluster, context })}
        >
          {contexts.length === 0 && <FormSelectOption value="" label={t('noContextOption')} />}
          {contexts.map(({ name, server }) => (
            <FormSelectOption key={name} value={name} label={t('contextOption', { context: name, server })} />
          ))}
        </FormSelect>
      </FormGroup>
      {error && <FailureAlert error={error} title={t('kubeconfigFailedTitle')} />}
    </>
  );
}
