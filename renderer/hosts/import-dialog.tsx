import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useState } from 'react';
import type { SetHost } from '../../core/contract/documents/nmstate.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { type Incoming, incomingText, PASTED, readPasted } from './import-text.ts';
import { t } from './messages.ts';

const EXAMPLE = `name      role    mac1               mac2               address        bmc
master-0  master  52:54:00:00:01:10  52:54:00:00:01:11  192.0.2.11/24  198.51.100.11`;

/** Imports hosts from pasted text, a file or a folder. Shows the result before the import. */
export function ImportDialog({
  known,
  onImport,
  onClose,
}: {
  /** Names of the hosts in the table. */
  known: readonly string[];
  onImport: (hosts: readonly SetHost[], source: string) => void;
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
  const submit = () => onImport(incoming?.hosts ?? [], text === '' ? path : PASTED);
  const shown = incoming?.problems.filter(({ level }) => level !== 'info').slice(0, 6) ?? [];
  const more = (incoming?.problems.length ?? 0) - shown.length;
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="al-hosts-import-title">
      <ModalHeader title={t('importTitle')} labelId="al-hosts-import-title" description={t('importHelp')} />
      <ModalBody>
        <div className="al-column">
          <FormGroup label={t('pasteLabel')} fieldId="al-hosts-paste">
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
              label={t('fileLabel')}
              kind="file"
              value={path}
              placeholder="/data/hosts.csv"
              onChange={setPath}
            />
            <Button variant="secondary" isDisabled={path.trim() === '' || read.isPending} onClick={readFile}>
              {t('readFileButton')}
            </Button>
          </div>
          {read.error && <FailureAlert error={read.error} title={t('fileFailedTitle')} />}
          <div role="status" className="al-column">
            {incoming && (
              <p>
                <StateMark mark={incoming.hosts.length > 0 ? 'good' : 'bad'}>
                  <strong>
                    {incoming.hosts.length > 0 ? incomingText(incoming, known) : t('noHostsFound')}
                  </strong>
                </StateMark>
              </p>
            )}
            {incoming && incoming.columns !== '' && (
              <p className="al-sub al-small">{t('columnsNote', { columns: incoming.columns })}</p>
            )}
            {(incoming?.passwords ?? 0) > 0 && (
              <p>
                <StateMark mark="info">{t('passwordsNote', { passwords: incoming!.passwords })}</StateMark>
              </p>
            )}
          </div>
          {shown.length > 0 && <ProblemList problems={shown} />}
          {shown.length > 0 && more > 0 && (
            <p className="al-sub al-small">{t('moreProblemsNote', { problems: more })}</p>
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button isDisabled={(incoming?.hosts.length ?? 0) === 0} onClick={submit}>
          {incoming && incoming.hosts.length > 0
            ? t('importHostsButton', { hosts: incoming.hosts.length })
            : t('importButton')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
