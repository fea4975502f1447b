import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import {
  type ImageSetView,
  setHelmRepositories,
  setLocalCharts,
} from '../../../core/contract/documents/image-set-form.ts';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { chartAdded, chartCount, chartNameOf, chartRemoved } from './charts.ts';

/** Helm charts of repositories and of this host; their images are found when the plan is made. */
export function WhereHelm() {
  const { helm } = useImageSet();
  const [open, setOpen] = useState(false);
  const number = chartCount(helm);
  return (
    <ExpandableSection
      className="al-choose-section"
      toggleText={`Helm charts${number > 0 ? ` (${number})` : ''}`}
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <div className="al-column">
        {number > 0 && <Charts helm={helm} />}
        <AddChart helm={helm} />
        <AddLocal helm={helm} />
      </div>
    </ExpandableSection>
  );
}

type Helm = ImageSetView['helm'];

function Charts({ helm }: { helm: Helm }) {
  const { edit } = useDraft();
  return (
    <ul className="al-choose-images-list" aria-label="Helm charts">
      {helm.repositories.flatMap((repository) =>
        (repository.charts.length > 0 ? repository.charts : [undefined]).map((chart) => (
          <li key={`${repository.name} ${chart?.name ?? ''} ${chart?.version ?? ''}`}>
            <div className="al-row al-wrap">
              <span className="al-grow al-anywhere">
                <strong>{chart?.name ?? 'every chart'}</strong> {chart && (chart.version ?? 'every version')}{' '}
                <span className="al-sub">
                  of {repository.name}, {repository.url}
                </span>
              </span>
              <Button
                variant="link"
                isInline
                aria-label={`Remove ${chart?.name ?? repository.name}`}
                onClick={() =>
                  edit((doc) =>
                    setHelmRepositories(doc, chartRemoved(helm.repositories, repository.name, chart)),
                  )
                }
              >
                Remove
              </Button>
            </div>
          </li>
        )),
      )}
      {helm.local.map(({ name, file }) => (
        <li key={`${name} ${file}`}>
          <div className="al-row al-wrap">
            <span className="al-grow al-anywhere">
              <strong>{name}</strong> <span className="al-sub al-mono">{file}</span>
            </span>
            <Button
              variant="link"
              isInline
              aria-label={`Remove ${name}`}
              onClick={() =>
                edit((doc) =>
                  setLocalCharts(
                    doc,
                    helm.local
                      .filter((each) => each.name !== name || each.file !== file)
                      .map((each) => ({ name: each.name, path: each.file ?? '' })),
                  ),
                )
              }
            >
              Remove
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function AddChart({ helm }: { helm: Helm }) {
  const { edit } = useDraft();
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [version, setVersion] = useState('');
  const address = url.trim();
  const ready = /^(https?|oci):\/\/\S+$/.test(address) && name.trim() !== '';
  const field = (
    id: string,
    label: string,
    value: string,
    placeholder: string,
    put: (text: string) => void,
  ) => (
    <label className="al-choose-field al-choose-field-wide" htmlFor={id}>
      <span>{label}</span>
      <TextInput
        id={id}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(_event, text) => put(text)}
      />
    </label>
  );
  return (
    <form
      className="al-choose-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        const chart = { name: name.trim(), version: version.trim() || undefined };
        edit((doc) => setHelmRepositories(doc, chartAdded(helm.repositories, address, chart)));
        setName('');
        setVersion('');
      }}
    >
      {field('al-choose-chart-url', 'Chart repository', url, 'https://charts.example.com', setUrl)}
      {field('al-choose-chart', 'Chart', name, 'podinfo', setName)}
      {field('al-choose-chart-version', 'Version', version, 'every version', setVersion)}
      <Button type="submit" variant="secondary" isDisabled={!ready}>
        Add chart
      </Button>
    </form>
  );
}

function AddLocal({ helm }: { helm: Helm }) {
  const { edit } = useDraft();
  const [file, setFile] = useState('');
  const ready = file.startsWith('/') && !helm.local.some((each) => each.file === file);
  return (
    <form
      className="al-choose-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        const local = helm.local.map((each) => ({ name: each.name, path: each.file ?? '' }));
        edit((doc) => setLocalCharts(doc, [...local, { name: chartNameOf(file), path: file }]));
        setFile('');
      }}
    >
      <div className="al-choose-field-wide">
        <PathInput
          id="al-choose-chart-file"
          label="Chart on this host"
          kind="file"
          extensions={['tgz']}
          value={file}
          onChange={setFile}
        />
      </div>
      <Button type="submit" variant="secondary" isDisabled={!ready}>
        Add file
      </Button>
    </form>
  );
}
