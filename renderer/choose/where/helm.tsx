import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type ReactNode, useState } from 'react';
import {
  type ImageSetView,
  setHelmRepositories,
  setLocalCharts,
} from '../../../core/contract/documents/image-set-form.ts';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { chartAdded, chartCount, chartNameOf, chartRemoved } from './charts.ts';
import { t } from './messages.ts';

/** Helm charts of repositories and of this host. A plan finds their images. */
export function WhereHelm() {
  const { helm } = useImageSet();
  const [open, setOpen] = useState(false);
  const number = chartCount(helm);
  return (
    <ExpandableSection
      className="al-choose-section"
      toggleText={t('chartsTitle', { count: number })}
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
    <ul className="al-choose-images-list" aria-label={t('chartsLabel')}>
      {helm.repositories.flatMap((repository) =>
        (repository.charts.length > 0 ? repository.charts : [undefined]).map((chart) => (
          <li key={`${repository.name} ${chart?.name ?? ''} ${chart?.version ?? ''}`}>
            <div className="al-row al-wrap">
              <span className="al-grow al-anywhere">{chartParts(repository, chart)}</span>
              <Button
                variant="link"
                isInline
                aria-label={t('removeLabel', { name: chart?.name ?? repository.name })}
                onClick={() =>
                  edit((doc) =>
                    setHelmRepositories(doc, chartRemoved(helm.repositories, repository.name, chart)),
                  )
                }
              >
                {t('removeButton')}
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
              aria-label={t('removeLabel', { name })}
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
              {t('removeButton')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Returns the chart of a repository, or all of its charts, for the list. */
function chartParts(
  { name: repository, url }: Helm['repositories'][number],
  chart: Helm['repositories'][number]['charts'][number] | undefined,
): ReactNode {
  const values = {
    repository,
    url,
    strong: (inner: ReactNode): ReactNode => <strong key="chart">{inner}</strong>,
    note: (inner: ReactNode): ReactNode => (
      <span key="note" className="al-sub">
        {inner}
      </span>
    ),
  };
  if (!chart) return t.parts('repositoryText', values);
  return chart.version === undefined
    ? t.parts('chartVersionsText', { ...values, chart: chart.name })
    : t.parts('chartText', { ...values, chart: chart.name, version: chart.version });
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
      {field('al-choose-chart-url', t('repositoryLabel'), url, 'https://charts.example.com', setUrl)}
      {field('al-choose-chart', t('chartLabel'), name, 'podinfo', setName)}
      {field('al-choose-chart-version', t('versionLabel'), version, t('versionPlaceholder'), setVersion)}
      <Button type="submit" variant="secondary" isDisabled={!ready}>
        {t('addChartButton')}
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
          label={t('fileLabel')}
          kind="file"
          extensions={['tgz']}
          value={file}
          onChange={setFile}
        />
      </div>
      <Button type="submit" variant="secondary" isDisabled={!ready}>
        {t('addFileButton')}
      </Button>
    </form>
  );
}
