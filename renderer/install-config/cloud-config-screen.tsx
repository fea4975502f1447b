import { RequestButton } from '../parts/request-button.tsx';
import './form/fields.css';
import './cloud-config.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { useRef, useState } from 'react';
import { useDo } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { YamlEditor } from '../parts/yaml/yaml-editor.tsx';
import { type Converted, convertedSentence, FORMATS, type Given, givenBy } from './cloud-config-words.ts';
import { SideNav } from './form/side-nav.tsx';

type Layout = 'minimal' | 'full';
const LAYOUTS: readonly (readonly [Layout, string])[] = [
  ['minimal', 'What is set'],
  ['full', 'Every field'],
];

/** The INI of the vSphere provider at the left, the same as YAML at the right, and what is not carried over. */
export default function CloudConfigScreen({ draft }: { draft: string | undefined }) {
  const convert = useDo('cloudConfig.convert');
  const [file, setFile] = useState('');
  const [layout, setLayout] = useState<Layout>('minimal');
  /** What was converted last, to be converted again: it may hold a password, so it is in no field. */
  const given = useRef<Given>({});
  const run = (from: Given, how: Layout) => {
    given.current = from;
    convert.mutate({ ...from, layout: how });
  };
  const again = () => {
    given.current = {};
    convert.reset();
  };
  const done = convert.data;
  return (
    <Screen eyebrow={['Install config', 'Cloud config']} sentence={convertedSentence(done)} scroll={false}>
      <div className="al-ic">
        <SideNav tab="cloud-config" draft={draft} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className="al-ic-main" tabIndex={0} aria-label="Cloud config">
          {convert.error && (
            <FailureAlert error={convert.error} title="The configuration was not converted" />
          )}
          <div className="al-cc">
            {done ? (
              <GivenCard done={done} onAgain={again} />
            ) : (
              <AskCard
                file={file}
                onFile={setFile}
                pending={convert.isPending}
                onConvert={(from) => run(from, layout)}
              />
            )}
            <YamlCard
              done={done}
              layout={layout}
              onLayout={(how) => {
                setLayout(how);
                if (done) run(given.current, how);
              }}
            />
          </div>
          {done && <Outcome done={done} />}
        </section>
      </div>
    </Screen>
  );
}

/** What was converted, with its credentials masked. */
function GivenCard({ done, onAgain }: { done: Converted; onAgain: () => void }) {
  return (
    <Card
      title="As it is"
      note={done.from === undefined ? 'not readable' : FORMATS[done.from]}
      actions={
        <Button variant="link" isInline size="sm" onClick={onAgain}>
          Convert another
        </Button>
      }
      flush
      label="As it is"
    >
      <Preview label="The given configuration, credentials masked" text={done.given} />
    </Card>
  );
}

/** Asks for a file, or for its text, which may hold a password: it is gone with this card. */
function AskCard({
  file,
  onFile,
  pending,
  onConvert,
}: {
  file: string;
  onFile: (file: string) => void;
  pending: boolean;
  onConvert: (from: Given) => void;
}) {
  const [pasted, setPasted] = useState('');
  const given = givenBy(file, pasted);
  return (
    <Card title="As it is" note="INI or YAML" label="As it is">
      <div className="al-column">
        <PathInput
          id="al-cc-file"
          label="File"
          kind="file"
          value={file}
          onChange={onFile}
          helper="cloud.conf, or a ConfigMap that holds it."
        />
        <div className="al-ic-field">
          <label htmlFor="al-cc-text">Or the text of it</label>
          <TextArea
            id="al-cc-text"
            className="al-mono"
            rows={12}
            value={pasted}
            autoComplete="off"
            spellCheck={false}
            placeholder={'[Global]\nsecret-name = "vsphere-creds"\n…'}
            onChange={(_event, text) => setPasted(text)}
          />
          <span className="al-sub al-small">
            Credentials in it are masked as soon as it is converted, and never carried over.
          </span>
        </div>
        <div className="al-actions">
          <RequestButton
            request="cloudConfig.convert"
            isDisabled={given === undefined || pending}
            isLoading={pending}
            onClick={() => given && onConvert(given)}
          >
            Convert to YAML
          </RequestButton>
        </div>
      </div>
    </Card>
  );
}

function YamlCard({
  done,
  layout,
  onLayout,
}: {
  done: Converted | undefined;
  layout: Layout;
  onLayout: (layout: Layout) => void;
}) {
  return (
    <Card
      title="As YAML"
      actions={
        <>
          <ToggleGroup isCompact aria-label="Layout">
            {LAYOUTS.map(([how, text]) => (
              <ToggleGroupItem
                key={how}
                buttonId={`al-cc-${how}`}
                text={text}
                isSelected={layout === how}
                onChange={() => onLayout(how)}
              />
            ))}
          </ToggleGroup>
          {done?.text !== undefined && <CopyButton text={done.configMap ?? done.text} what="Copy the YAML" />}
        </>
      }
      flush
      label="As YAML"
    >
      {done?.text === undefined ? (
        <p className="al-in al-sub">
          {done
            ? 'It cannot be read wholly: nothing is written of a part.'
            : 'The converted configuration stands here.'}
        </p>
      ) : (
        <Preview label="The converted configuration" text={done.configMap ?? done.text} />
      )}
    </Card>
  );
}

function Preview({ label, text }: { label: string; text: string }) {
  return (
    <div className="al-cc-preview">
      <YamlEditor key={text} label={label} value={text} />
    </div>
  );
}

function Outcome({ done }: { done: Converted }) {
  const [file, setFile] = useState('');
  const save = useDo('cloudConfig.save');
  const text = done.configMap ?? done.text;
  return (
    <>
      {done.dropped.length > 0 && (
        <Card title="Not carried over" flush label="Not carried over">
          <table className="al-plain-table">
            <thead>
              <tr>
                <th scope="col">Where</th>
                <th scope="col">What</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {done.dropped.map(({ section, keys, reason, secret, line }) => (
                <tr key={`${section} ${reason}`}>
                  <th scope="row">
                    <span className="al-mono">{section || 'Comments'}</span>{' '}
                    {section && <span className="al-sub al-small al-cc-line">line {line}</span>}
                  </th>
                  <td className="al-mono al-anywhere">{keys.join(', ')}</td>
                  <td>{secret ? <StateMark mark="warning">{reason}</StateMark> : reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {done.secret && (
        <Card title="The Secret that must be there" label="The Secret that must be there">
          <p>
            <span className="al-mono">{`${done.secret.namespace}/${done.secret.name}`}</span> with the keys{' '}
            <span className="al-mono al-anywhere">{done.secret.keys.join(', ')}</span>. The provider takes
            users and passwords from it.
          </p>
        </Card>
      )}
      {done.problems.length > 0 && (
        <Card title="To know" label="To know">
          <ProblemList problems={done.problems} />
        </Card>
      )}
      {text !== undefined && (
        <Card title="Save as a file" label="Save as a file">
          <div className="al-column">
            <div className="al-ic-save">
              <PathInput
                id="al-cc-save"
                label="New file"
                kind="save"
                extensions={['yaml', 'yml']}
                value={file}
                onChange={setFile}
              />
              <RequestButton
                request="cloudConfig.save"
                variant="secondary"
                isDisabled={!file.startsWith('/') || save.isPending}
                onClick={() => save.mutate({ file, text })}
              >
                Save file
              </RequestButton>
            </div>
            {save.error && <FailureAlert error={save.error} title="The file was not saved" />}
            {save.isSuccess && (
              <p role="status">
                <StateMark mark="good">
                  Saved <span className="al-mono al-anywhere">{save.data.file}</span>
                </StateMark>
              </p>
            )}
          </div>
        </Card>
      )}
    </>
  );
}
