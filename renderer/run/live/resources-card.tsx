import './resources.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { shellWord } from '../../../core/contract/documents/shell-word.ts';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import type { RunRef } from '../../../core/contract/topics/vocabulary.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { size } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { YamlEditor } from '../../parts/yaml/yaml-editor.tsx';
import { t } from './ended/messages.ts';
import { HandoffActions } from './handoff.tsx';

/** Shows the cluster resources of a push with purpose and YAML, saves them to a folder, and leads to the cluster. */
export function ResourcesCard({ run: live }: { run: LiveRun }) {
  const { run } = live;
  const list = useAsk('resources.list', { run });
  const [chosen, setChosen] = useState<string>();
  const [saving, setSaving] = useState(false);
  if (list.error) return <FailureAlert error={list.error} title={t('resourcesFailedTitle')} />;
  const files = list.data?.files ?? [];
  if (files.length === 0) return null;
  const { directory } = list.data!;
  const shown = chosen ?? files[0]!.name;
  return (
    <Card
      title={t('clusterResourcesTitle')}
      note={t('fileCount', { files: files.length })}
      actions={
        <>
          <HandoffActions run={live} />
          <Button variant="secondary" size="sm" aria-expanded={saving} onClick={() => setSaving(!saving)}>
            {t('saveToDirectoryButton')}
          </Button>
        </>
      }
      flush
    >
      {saving && <SaveResources run={run} onSaved={() => setSaving(false)} />}
      <div className="al-resources">
        <ul className="al-resource-files" aria-label={t('resourceFilesLabel')}>
          {files.map((file) => (
            <li key={file.name}>
              <button
                type="button"
                aria-pressed={file.name === shown}
                className={file.name === shown ? 'al-resource al-resource-on' : 'al-resource'}
                onClick={() => setChosen(file.name)}
              >
                <span className="al-row">
                  <strong className="al-mono al-cut" title={file.name}>
                    {file.name}
                  </strong>
                  <span className="al-sub al-num al-end al-resource-size">{size(file.bytes)}</span>
                </span>
                <span className="al-sub">{file.purpose}</span>
              </button>
            </li>
          ))}
        </ul>
        <ResourceText run={run} name={shown} />
      </div>
      {directory && (
        <p className="al-resource-apply al-row">
          <span className="al-resource-apply-word">{t('applyResourcesLabel')}</span>
          <code className="al-mono al-cut" title={`oc apply -f ${directory}`}>
            oc apply -f {directory}
          </code>
          <CopyButton text={`oc apply -f ${shellWord(directory)}`} what={t('copyCommandButton')} />
        </p>
      )}
    </Card>
  );
}

function ResourceText({ run, name }: { run: RunRef; name: string }) {
  const read = useAsk('resources.read', { run, name }, { keep: true });
  return (
    <div className="al-resource-text">
      {read.error && <FailureAlert error={read.error} title={t('fileFailedTitle', { file: name })} />}
      {read.data && (
        <>
          <div className="al-resource-copy">
            <CopyButton text={read.data.text} what={t('copyFileButton', { file: name })} />
          </div>
          <YamlEditor label={name} value={read.data.text} />
        </>
      )}
    </div>
  );
}

function SaveResources({ run, onSaved }: { run: RunRef; onSaved: () => void }) {
  const [directory, setDirectory] = useState('');
  const save = useDo('resources.save');
  return (
    <form
      className="al-in al-resource-save"
      onSubmit={(event) => {
        event.preventDefault();
        if (directory) save.mutate({ run, directory });
      }}
    >
      <PathInput
        id="al-resources-folder"
        label={t('directoryLabel')}
        kind="directory"
        value={directory}
        onChange={setDirectory}
        autoFocus
        required
      />
      <div className="al-actions">
        <RequestButton
          request="resources.save"
          type="submit"
          variant="primary"
          isDisabled={!directory || save.isPending}
        >
          {t('saveFilesButton')}
        </RequestButton>
        <Button variant="link" onClick={onSaved}>
          {t('closeButton')}
        </Button>
        {save.data && (
          <output>
            <StateMark mark="good">
              {t('filesSaved', { files: save.data.files.length, folder: directory })}
            </StateMark>
          </output>
        )}
      </div>
      {save.error && <FailureAlert error={save.error} title={t('saveFailedTitle')} />}
    </form>
  );
}
