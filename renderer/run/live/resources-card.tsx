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
import { counted, size } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { YamlEditor } from '../../parts/yaml/yaml-editor.tsx';
import { HandOverActions } from './hand-over.tsx';

/** The cluster resources that a push wrote: what each is for, its YAML, copy, saving them to a folder, and what is next. */
export function ResourcesCard({ run: live }: { run: LiveRun }) {
  const { run } = live;
  const list = useAsk('resources.list', { run });
  const [chosen, setChosen] = useState<string>();
  const [saving, setSaving] = useState(false);
  if (list.error) return <FailureAlert error={list.error} title="The cluster resources were not read" />;
  const files = list.data?.files ?? [];
  if (files.length === 0) return null;
  const { directory } = list.data!;
  const shown = chosen ?? files[0]!.name;
  return (
    <Card
      title="Cluster resources"
      note={counted(files.length, 'file')}
      actions={
        <>
          <HandOverActions run={live} />
          <Button variant="secondary" size="sm" aria-expanded={saving} onClick={() => setSaving(!saving)}>
            Save to a folder
          </Button>
        </>
      }
      flush
    >
      {saving && <SaveResources run={run} onSaved={() => setSaving(false)} />}
      <div className="al-resources">
        <ul className="al-resource-files" aria-label="Files">
          {files.map((file) => (
            <li key={file.name}>
              <button
                type="button"
                aria-pressed={file.name === shown}
                className={file.name === shown ? 'al-resource al-resource-on' : 'al-resource'}
                onClick={() => setChosen(file.name)}
              >
                <span className="al-row">
                  <strong className="al-mono al-cut">{file.name}</strong>
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
          <span className="al-resource-apply-word">Apply them all:</span>
          <code className="al-mono al-cut">oc apply -f {directory}</code>
          <CopyButton text={`oc apply -f ${shellWord(directory)}`} what="Copy the command" />
        </p>
      )}
    </Card>
  );
}

function ResourceText({ run, name }: { run: RunRef; name: string }) {
  const read = useAsk('resources.read', { run, name }, { keep: true });
  return (
    <div className="al-resource-text">
      {read.error && <FailureAlert error={read.error} title={`${name} was not read`} />}
      {read.data && (
        <>
          <div className="al-resource-copy">
            <CopyButton text={read.data.text} what={`Copy ${name}`} />
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
        label="Folder"
        kind="folder"
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
          Save files
        </RequestButton>
        <Button variant="link" onClick={onSaved}>
          Close
        </Button>
        {save.data && (
          <output>
            <StateMark mark="good">
              {counted(save.data.files.length, 'file')} saved to {directory}
            </StateMark>
          </output>
        )}
      </div>
      {save.error && <FailureAlert error={save.error} title="The files were not saved" />}
    </form>
  );
}
