import '../../history/history.css';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { RequestInput } from '../../../core/contract/contract.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { differenceLines } from '../../history/compare-words.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { baseName } from '../../parts/paths.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { targetOf } from './target.ts';
import { UpgradeSelect } from './upgrade-field.tsx';
import { asSentence } from './upgrade-words.ts';

/** Chooses a configuration of the workspace, shows what changes in it, and saves that. */
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
  /** What it selects, in a sentence. */
  selects: string;
  problems: readonly ContractProblem[];
  /** All of it as a configuration. */
  yaml: string;
  workspace: string | undefined;
  /** Of a new file, without folder. */
  name: string;
  onClose: () => void;
}) {
  const target = useTarget(workspace, name);
  const { file } = target;
  const changed = useAsk('upgrades.configure', { file, ...content }, { enabled: target.ready, staleTime: 0 });
  const save = useSaved(file);
  return (
    <Modal isOpen variant="medium" position="top" onClose={onClose} aria-labelledby="al-upgrade-add-title">
      <ModalHeader title="Add to configuration" description={selects} labelId="al-upgrade-add-title" />
      <ModalBody>
        <div className="al-column">
          {problems.length > 0 && <ProblemList problems={[...problems]} />}
          {workspace === undefined ? (
            <>
              <p>No workspace is open. This is the configuration:</p>
              <pre className="al-upgrade-query">{yaml}</pre>
            </>
          ) : (
            <UpgradeSelect
              id="al-upgrade-file"
              label="Configuration"
              value={target.value}
              isDisabled={save.isSuccess}
              options={target.options}
              onChange={(value) => {
                save.reset();
                target.choose(value);
              }}
            />
          )}
          {changed.error && <FailureAlert error={changed.error} title="The file cannot be changed" />}
          {changed.data?.notes.map((note) => (
            <p key={note}>
              <StateMark mark="warning">{asSentence(note)}</StateMark>
            </p>
          ))}
          {changed.data && !save.isSuccess && (
            <Difference unified={changed.data.difference} name={baseName(file)} />
          )}
          {save.error && (
            <FailureAlert
              error={save.error}
              title="The configuration was not saved"
              actions={
                <Button
                  variant="link"
                  isInline
                  onClick={() => {
                    save.reset();
                    void changed.refetch();
                  }}
                >
                  Read it again
                </Button>
              }
            />
          )}
          {save.isSuccess && workspace !== undefined && (
            <Alert variant="success" isInline component="h2" title={`${baseName(file)} has the way now`}>
              <Link to={`/fetch?${new URLSearchParams({ workspace, config: file })}`}>
                Plan it on the Fetch screen
              </Link>
            </Alert>
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        {workspace !== undefined && !save.isSuccess && (
          <Button
            onClick={() => changed.data && save.write(changed.data)}
            isDisabled={!changed.data || changed.data.difference === '' || save.isPending}
            isLoading={save.isPending}
          >
            Save configuration
          </Button>
        )}
        <CopyButton text={changed.data?.text ?? yaml} label="Copy YAML" />
        <Button variant="link" onClick={onClose}>
          {save.isSuccess ? 'Close' : 'Cancel'}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** The file that is changed: one of the workspace, or a new one. @param name of a new one */
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
    /** It is known which files there are. */
    ready: workspace !== undefined && !known.isPending,
    choose: setChosen,
  };
}

/** Saves a configuration; lists of them are out of date then. */
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
        },
      },
    );
  return { isSuccess, isPending, error, reset, write };
}

function Difference({ unified, name }: { unified: string; name: string }) {
  if (unified === '') return <p>{name} selects all of it already: nothing is to be changed.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <pre className="al-difference al-upgrade-difference" tabIndex={0}>
      {differenceLines(unified).map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <span key={index} className={`al-difference-${kind}`}>
          {text}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
