import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useState } from 'react';
import type { SetHost } from '../../core/contract/documents/nmstate.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { counted } from '../parts/format.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { type Incoming, incomingText, readPasted } from './import-text.ts';

const EXAMPLE = `name      role    mac1               mac2               address        bmc
master-0  master  52:54:00:00:01:10  52:54:00:00:01:11  192.0.2.11/24  198.51.100.11`;

/** Hosts from what is pasted, or from a file or folder: what is understood is shown before it is taken. */
export function ImportDialog({
  known,
  onTake,
  onClose,
}: {
  /** Names that are in the table. */
  known: readonly string[];
  onTake: (hosts: readonly SetHost[], source: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [path, setPath] = useState('');
  const [incoming, setIncoming] = useState<Incoming>();
  const read = useDo('hosts.import');
  const typed = (value: string) => {
    setText(value);
    read.reset();
    if (value.trim() === '') return setIncoming(undefined);
    void readPasted(value).then(setIncoming);
  };
  const readFile = () =>
    read.mutate(
      { path },
      {
        onSuccess: ({ hosts, problems, passwords }) => {
          setText('');
          setIncoming({ hosts, problems, passwords, columns: '' });
        },
        onError: () => setIncoming(undefined),
      },
    );
  const take = () => onTake(incoming?.hosts ?? [], text === '' ? path : 'pasted');
  const shown = incoming?.problems.filter(({ level }) => level !== 'info').slice(0, 6) ?? [];
  const more = (incoming?.problems.length ?? 0) - shown.length;
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="al-hosts-import-title">
      <ModalHeader
        title="Paste or import hosts"
        labelId="al-hosts-import-title"
        description="Columns may be in any order and wording. Hosts that are in the table by name take the new values."
      />
      <ModalBody>
        <div className="al-column">
          <FormGroup label="Rows of a spreadsheet, CSV, YAML, or a MachineConfig" fieldId="al-hosts-paste">
            <TextArea
              id="al-hosts-paste"
              className="al-mono al-hosts-paste"
              rows={9}
              placeholder={EXAMPLE}
              value={text}
              spellCheck={false}
              autoFocus
              onChange={(_event, value) => typed(value)}
            />
          </FormGroup>
          <div className="al-hosts-import-file">
            <PathInput
              id="al-hosts-import-path"
              label="Or a file, or a folder with a document for each host"
              kind="file"
              value={path}
              placeholder="/data/hosts.csv"
              onChange={setPath}
            />
            <Button variant="secondary" isDisabled={path.trim() === '' || read.isPending} onClick={readFile}>
              Read it
            </Button>
          </div>
          {read.error && <FailureAlert error={read.error} title="It was not read" />}
          <div role="status" className="al-column">
            {incoming && (
              <p>
                <StateMark mark={incoming.hosts.length > 0 ? 'good' : 'bad'}>
                  <strong>
                    {incoming.hosts.length > 0 ? incomingText(incoming, known) : 'No host in it'}
                  </strong>
                  {incoming.columns !== '' && (
                    <span className="al-sub">, with the columns {incoming.columns}</span>
                  )}
                </StateMark>
              </p>
            )}
            {(incoming?.passwords ?? 0) > 0 && (
              <p>
                <StateMark mark="info">
                  {counted(incoming!.passwords, 'password')} of BMCs are not kept: give them when the
                  scale-out set is saved.
                </StateMark>
              </p>
            )}
          </div>
          {shown.length > 0 && <ProblemList problems={shown} />}
          {shown.length > 0 && more > 0 && (
            <p className="al-sub al-small">and {counted(more, 'further remark')}</p>
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button isDisabled={(incoming?.hosts.length ?? 0) === 0} onClick={take}>
          {incoming && incoming.hosts.length > 0
            ? `Take ${counted(incoming.hosts.length, 'host')}`
            : 'Take the hosts'}
        </Button>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
