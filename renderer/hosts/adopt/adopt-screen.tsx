import '../hosts.css';
import './adopt.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { RequestInput } from '../../../core/contract/contract.ts';
import { useClient } from '../../engine/provider.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { HostsViews } from '../hosts-frame.tsx';
import { t as common } from '../messages.ts';
import { createSet } from '../use-hosts.tsx';
import { type Adopted, type AdoptForm, adoptRequest, adoptSentence } from './adopt-form.ts';
import { AdoptedFiles } from './adopted-files.tsx';
import { t } from './messages.ts';
import { NodeTable } from './node-table.tsx';
import { SaveAdopted } from './save-adopted.tsx';
import { SourceCard } from './source-card.tsx';

interface Read {
  question: RequestInput<'hosts.adopt'>;
  adopted: Adopted;
}

/**
 * `/hosts/adopt?source=&from=&kubeconfig=&context=&version=`: reads the nodes of a cluster, and previews the documents,
 * MachineConfigs, steps and rollback that change br-ex from configure-ovs to NMState.
 */
export default function AdoptScreen() {
  const [address, change] = useAddress();
  const client = useClient();
  const navigate = useNavigate();
  const [read, setRead] = useState<Read>();
  const [error, setError] = useState<unknown>();
  const [reading, setReading] = useState(false);
  const [file, setFile] = useState('');
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState<string>();
  const pending = useRef<AbortController>(undefined);
  useEffect(() => () => pending.current?.abort(), []);
  const value = (field: string) => address.get(field) ?? '';
  const form: AdoptForm = {
    source: value('source') === 'cluster' ? 'cluster' : 'file',
    ...{ from: value('from'), kubeconfig: value('kubeconfig') },
    ...{ context: value('context'), version: value('version') },
  };
  const edit = (next: AdoptForm) =>
    change((parameters) => {
      for (const [field, text] of Object.entries(next) as [string, string][])
        if (text === '' || text === 'file') parameters.delete(field);
        else parameters.set(field, text);
    });
  const submit = async () => {
    const question = adoptRequest(form);
    if (!question) return;
    const controller = new AbortController();
    pending.current = controller;
    setReading(true);
    setError(undefined);
    setSaved(undefined);
    try {
      const adopted = await client.request('hosts.adopt', question, { signal: controller.signal });
      setRead({ question, adopted });
      setFile('');
    } catch (thrown) {
      if (!controller.signal.aborted) {
        setError(thrown);
        setRead(undefined);
      }
    } finally {
      if (pending.current === controller) setReading(false);
    }
  };
  const { adopted } = read ?? {};
  const files = adopted?.files ?? [];
  const failed = adopted?.problems.some(({ level }) => level === 'error') ?? false;
  const shown = files.find((each) => each.file === file) ?? files.find(({ document }) => document);
  const createTable = () => {
    createSet(client, t('setName'), {
      hosts: adopted?.hosts ?? [],
      source: read?.question.from ?? read?.question.context ?? '',
      openShiftVersion: adopted?.openShiftVersion ?? '',
    });
    void navigate('/hosts');
  };
  return (
    <Screen
      eyebrow={[
        common('topic'),
        t('topic'),
        ...(adopted?.openShiftVersion ? [t('versionNote', { version: adopted.openShiftVersion })] : []),
      ]}
      sentence={adoptSentence(adopted)}
      actions={
        files.length > 0 && (
          <>
            <RequestButton request="hosts.save" variant="secondary" onClick={createTable}>
              {t('addButton')}
            </RequestButton>
            <RequestButton request="hosts.saveAdopted" isDisabled={failed} onClick={() => setSaving(true)}>
              {t('saveButton')}
            </RequestButton>
          </>
        )
      }
    >
      <HostsViews />
      <SourceCard
        form={form}
        reading={reading}
        read={adopted !== undefined}
        onChange={edit}
        onRead={() => void submit()}
        onCancel={() => pending.current?.abort()}
      />
      {error !== undefined && <FailureAlert error={error} title={t('readFailedTitle')} />}
      {saved !== undefined && (
        <p role="status">
          <StateMark mark="good">
            {t.parts<'savedText', ReactNode>('savedText', {
              directory: saved,
              folder: (inner) => (
                <span key="folder" className="al-mono">
                  {inner}
                </span>
              ),
            })}
          </StateMark>
        </p>
      )}
      {adopted && (
        <>
          {adopted.problems.length > 0 && (
            <Card title={t('problemsTitle')}>
              <ProblemList problems={adopted.problems} />
            </Card>
          )}
          <NodeTable adopted={adopted} shown={shown?.file} onShow={setFile} />
          {files.length > 0 && <AdoptedFiles adopted={adopted} shown={shown} onShow={setFile} />}
        </>
      )}
      {saving && read && (
        <SaveAdopted
          question={read.question}
          fingerprint={read.adopted.fingerprint}
          files={files.length}
          onClose={() => setSaving(false)}
          onSaved={(directory) => {
            setSaving(false);
            setSaved(directory);
          }}
        />
      )}
    </Screen>
  );
}
