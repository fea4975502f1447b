import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type FormEvent, useState } from 'react';
import type { RequestInput } from '../../core/contract/contract.ts';
import type { ContentComparison } from '../../core/contract/topics/registry/registry-content.ts';
import { useTicketed } from '../engine/ticketed.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { type ClusterChoice, ClusterFields, clusterRequest } from '../parts/fields/cluster-choice.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { t } from './messages.ts';

const FORM = 'al-content-compare';
const KINDS = ['registry', 'inventory', 'cluster', 'inspection'] as const;
type Kind = (typeof KINDS)[number];
const WORDS: Record<Kind, string> = {
  registry: t('withRegistry'),
  inventory: t('withInventory'),
  cluster: t('withCluster'),
  inspection: t('withInspection'),
};

interface Fields {
  destination: string;
  file: string;
  verifyKey: string;
  cluster: ClusterChoice;
}

/** Compares a reading with another registry, a saved inventory, or a cluster. */
export function CompareDialog({
  session,
  registry,
  tlsVerify,
  onClose,
  onDone,
}: {
  session: string;
  registry: string;
  tlsVerify: boolean;
  onClose: () => void;
  onDone: (compared: ContentComparison) => void;
}) {
  const compare = useTicketed('registryContent.compare');
  const [kind, setKind] = useState<Kind>('registry');
  const [fields, setFields] = useState<Fields>({
    ...{ destination: '', file: '', verifyKey: '' },
    cluster: { kubeconfig: '', context: '' },
  });
  const set = (changed: Partial<Fields>) => {
    compare.forgetError();
    setFields({ ...fields, ...changed });
  };
  const chosen = requestOf(kind, fields, tlsVerify);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || compare.asking) return;
    const found = await compare.ask({ session, with: chosen });
    if (found) onDone(found);
  };
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-content-compare-title">
      <ModalHeader
        title={t('compareTitle', { registry })}
        labelId="al-content-compare-title"
        description={t('compareText')}
      />
      <ModalBody>
        <form id={FORM} className="al-column" onSubmit={(event) => void onSubmit(event)}>
          <fieldset className="al-column">
            <legend className="al-unseen">{t('compareWith')}</legend>
            {KINDS.map((each) => (
              <Radio
                key={each}
                id={`${FORM}-${each}`}
                name={FORM}
                label={WORDS[each]}
                isChecked={kind === each}
                onChange={() => {
                  compare.forgetError();
                  setKind(each);
                }}
              />
            ))}
          </fieldset>
          {kind === 'registry' && (
            <FormGroup label={t('otherRegistryLabel')} fieldId={`${FORM}-other`} isRequired>
              <TextInput
                id={`${FORM}-other`}
                className="al-mono"
                value={fields.destination}
                isRequired
                placeholder={t('registryPlaceholder')}
                autoComplete="off"
                spellCheck={false}
                onChange={(_event, destination) => set({ destination })}
              />
            </FormGroup>
          )}
          {(kind === 'inventory' || kind === 'inspection') && (
            <PathInput
              id={`${FORM}-file`}
              label={kind === 'inventory' ? t('inventoryLabel') : t('inspectionLabel')}
              kind="file"
              extensions={['json']}
              value={fields.file}
              required
              helper={kind === 'inspection' ? t('inspectionHelp') : undefined}
              onChange={(file) => set({ file })}
            />
          )}
          {kind === 'inventory' && (
            <PathInput
              id={`${FORM}-key`}
              label={t('verifyKeyLabel')}
              kind="file"
              extensions={['asc', 'gpg', 'pub']}
              value={fields.verifyKey}
              helper={t('verifyKeyHelp')}
              onChange={(verifyKey) => set({ verifyKey })}
            />
          )}
          {kind === 'cluster' && (
            <ClusterFields cluster={fields.cluster} onChange={(cluster) => set({ cluster })} />
          )}
          {compare.error !== undefined && (
            <FailureAlert error={compare.error} title={t('compareFailedTitle')} />
          )}
        </form>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="registryContent.compare"
          type="submit"
          form={FORM}
          variant="primary"
          isDisabled={!chosen || compare.asking}
          isLoading={compare.asking}
        >
          {compare.asking ? t('comparingText') : t('startCompareButton')}
        </RequestButton>
        <Button
          variant="link"
          onClick={() => {
            compare.cancel();
            onClose();
          }}
        >
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** Returns the request of the fields; undefined while a required one is empty. */
function requestOf(
  kind: Kind,
  { destination, file, verifyKey, cluster }: Fields,
  destinationTlsVerify: boolean,
): RequestInput<'registryContent.compare'>['with'] | undefined {
  if (kind === 'cluster') return { kind, ...clusterRequest(cluster) };
  if (kind === 'registry')
    return destination.trim() === ''
      ? undefined
      : { kind, destination: destination.trim(), destinationTlsVerify };
  if (file === '') return undefined;
  return kind === 'inventory' ? { kind, file, verifyKey: verifyKey || undefined } : { kind, file };
}
