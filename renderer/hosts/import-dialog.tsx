import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useMemo, useState } from 'react';
import {
  type HostMerge,
  type ImportedHost,
  type MergeMode,
  mergeHosts,
  type SetHost,
} from '../../core/contract/documents/nmstate.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { type Mark, StateMark } from '../parts/state-mark.tsx';
import { type Incoming, incomingText, mergeText, PASTED, readPasted } from './import-text.ts';
import { t } from './messages.ts';
import { TemplateButton } from './template-button.tsx';

const EXAMPLE = `name      role    mac1               mac2               address        bmc
master-0  master  52:54:00:00:01:10  52:54:00:00:01:11  192.0.2.11/24  198.51.100.11`;

/** Imports hosts from pasted text, a file or a folder. Shows the result before the import. */
export function ImportDialog({
  known,
  onImport,
  onClose,
}: {
  /** The hosts in the table. */
  known: readonly SetHost[];
  onImport: (hosts: readonly ImportedHost[], from: { source: string; mode: MergeMode }) => void;
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
        onSuccess: ({ kind, hosts, problems, passwords }) => {
          setText('');
          const mode = kind === 'inventory' ? 'inventory' : 'table';
          setIncoming({ mode, hosts, problems, passwords, columns: '' });
        },
        onError: () => setIncoming(undefined),
      },
    );
  const merges = useMemo(
    () => (incoming ? mergeHosts(known, incoming.hosts, incoming.mode).merges : []),
    [known, incoming],
  );
  const submit = () =>
    onImport(incoming?.hosts ?? [], {
      source: text === '' ? path : PASTED,
      mode: incoming?.mode ?? 'table',
    });
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
                <StateMark mark={incomingMark(incoming)}>
                  <strong>
                    {incoming.hosts.length > 0 ? incomingText(incoming, merges) : t('noHostsFound')}
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
          {incoming && (incoming.mode === 'inventory' || known.length > 0) && <Merges merges={merges} />}
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
        <TemplateButton />
      </ModalFooter>
    </Modal>
  );
}

/** Returns the mark of an import. Hosts with errors can be imported and corrected in the table. */
function incomingMark({ hosts, problems }: Incoming): Mark {
  if (hosts.length === 0) return 'bad';
  return problems.some(({ level }) => level === 'error') ? 'warning' : 'good';
}

/** Rows of the preview. */
const MOST_MERGES = 50;

/** The hosts that the import adds, and the values that it changes in others. */
function Merges({ merges }: { merges: readonly HostMerge[] }) {
  if (merges.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className="al-hosts-merges" aria-label={t('mergesTitle')} tabIndex={0}>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">{t('hostColumn')}</th>
            <th scope="col">{t('changeColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {merges.slice(0, MOST_MERGES).map((merge) => (
            <tr key={merge.name}>
              <th scope="row" className="al-anywhere">
                {merge.name}
              </th>
              <td className="al-anywhere">
                <strong>{merge.kind === 'added' ? t('addedMerge') : t('changedMerge')}</strong>{' '}
                <span className="al-sub al-small">{mergeText(merge)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {merges.length > MOST_MERGES && (
        <p className="al-in al-sub">{t('moreMergesNote', { hosts: merges.length - MOST_MERGES })}</p>
      )}
    </section>
  );
}
