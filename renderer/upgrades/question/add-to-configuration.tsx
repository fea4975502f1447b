import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { RequestInput } from '../../../core/contract/contract.ts';
import { asSentence } from '../../../core/contract/documents/words.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { baseName } from '../../parts/paths.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Difference } from '../../parts/yaml/difference.tsx';
import { t } from './messages.ts';
import { targetOf } from './target.ts';
import { UpgradeSelect } from './upgrade-field.tsx';

/** Lets the user choose a configuration of the workspace, shows the changes, and saves them. */
export function AddToConfiguration({
  content,
  selects,
  problems,
  yaml,
  workspace,
  name,
  onClose,
}: {
  content: Omit<RequestInput<'upgrades.configure'>, 'file'>;
  /** What the configuration selects, as a sentence. */
  selects: string;
  problems: readonly ContractProblem[];
  /** The content as a complete configuration. */
  yaml: string;
  workspace: string | undefined;
  /** Name of a new file, without folder. */
  name: string;
  onClose: () => void;
}) {
  const target = useTarget(workspace, name);
  const { file } = target;
  const changed = useAsk('upgrades.configure', { file, ...content }, { enabled: target.ready, staleTime: 0 });
  const save = useSaved(file);
  const isContained = save.isSuccess || changed.data?.difference === '';
  return (
    <Modal isOpen variant="medium" position="top" onClose={onClose} aria-labelledby="al-upgrade-add-title">
      <ModalHeader title={t('addTitle')} description={selects} labelId="al-upgrade-add-title" />
      <ModalBody>
        <div className="al-column">
          {problems.length > 0 && <ProblemList problems={[...problems]} />}
          {workspace === undefined ? (
            <>
              <p>{t('noWorkspace')}</p>
              <pre className="al-upgrade-query">{yaml}</pre>
            </>
          ) : (
            <UpgradeSelect
              id="al-upgrade-file"
              label={t('configurationLabel')}
              value={target.value}
              isDisabled={save.isSuccess}
              options={target.options}
              onChange={(value) => {
                save.reset();
                target.choose(value);
              }}
            />
          )}
          {changed.error && <FailureAlert error={changed.error} title={t('changeError')} />}
          {changed.data?.notes.map((note) => (
            <p key={note}>
              <StateMark mark="warning">{asSentence(note)}</StateMark>
            </p>
          ))}
          {changed.data && !save.isSuccess && (
            <Changes unified={changed.data.difference} name={baseName(file)} />
          )}
          {save.error && (
            <FailureAlert
              error={save.error}
              title={t('saveError')}
              actions={
                <Button
                  variant="link"
                  isInline
                  onClick={() => {
                    save.reset();
                    void changed.refetch();
                  }}
                >
                  {t('reloadButton')}
                </Button>
              }
            />
          )}
          {save.isSuccess && workspace !== undefined && (
            <Alert
              variant="success"
              isInline
              component="h2"
              title={t('savedTitle', { file: baseName(file) })}
            />
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        {workspace !== undefined &&
          (isContained ? (
            <Link
              className="pf-v6-c-button pf-m-primary"
              to={`/fetch?${new URLSearchParams({ workspace, config: file })}`}
            >
              {t('fetchLink')}
            </Link>
          ) : (
            <Button
              onClick={() => changed.data && save.write(changed.data)}
              isDisabled={!changed.data || save.isPending}
              isLoading={save.isPending}
            >
              {t('saveButton')}
            </Button>
          ))}
        <CopyButton text={changed.data?.text ?? yaml} label={t('copyYamlButton')} />
        <Button variant="link" onClick={onClose}>
          {t(save.isSuccess ? 'closeButton' : 'cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** Returns the file to change: one of the workspace or a new one. @param name name of a new file */
function useTarget(workspace: string | undefined, name: string) {
  const known = useAsk(
    'configurations.list',
    { workspace: workspace ?? '' },
    { enabled: workspace !== undefined },
  );
  const [chosen, setChosen] = useState<string>();
  const files = known.data?.configurations.map(({ file }) => file) ?? [];
  return {
    ...targetOf(files, chosen, `${workspace}/${name}`),
    /** Whether the files of the workspace are known. */
    ready: workspace !== undefined && !known.isPending,
    choose: setChosen,
  };
}

/** Returns a function that saves the configuration and invalidates the lists of configurations. */
function useSaved(file: string) {
  const queries = useQueryClient();
  const save = useDo('configurations.save');
  const { isSuccess, isPending, error, reset } = save;
  const write = ({ text, digest }: { text: string; digest?: string | undefined }) =>
    save.mutate(
      { file, text, digest: digest || undefined },
      {
        onSuccess: () => {
          void queries.invalidateQueries({ queryKey: ['configurations.list'] });
          void queries.invalidateQueries({ queryKey: ['configurations.read'] });
          // When the dialog is opened again, it compares with the saved file.
          void queries.invalidateQueries({ queryKey: ['upgrades.configure'] });
        },
      },
    );
  return { isSuccess, isPending, error, reset, write };
}

function Changes({ unified, name }: { unified: string; name: string }) {
  if (unified === '') return <p>{t('noChanges', { file: name })}</p>;
  return <Difference unified={unified} className="al-upgrade-difference" />;
}
