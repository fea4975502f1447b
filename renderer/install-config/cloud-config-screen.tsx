import { RequestButton } from '../parts/request-button.tsx';
import './form/fields.css';
import './cloud-config.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { useRef, useState } from 'react';
import { wordList } from '../../core/contract/documents/words.ts';
import { useDo } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { YamlEditor } from '../parts/yaml/yaml-editor.tsx';
import { type Converted, convertedSentence, FORMATS, type Given, inputOf } from './cloud-config-words.ts';
import { SideNav } from './form/side-nav.tsx';
import { t } from './messages.ts';

type Layout = 'minimal' | 'full';
const LAYOUTS: readonly (readonly [Layout, string])[] = [
  ['minimal', t('minimalOption')],
  ['full', t('fullOption')],
];

/** The vSphere provider configuration on the left, its YAML on the right, and the settings that aren't copied. */
export default function CloudConfigScreen({ draft }: { draft: string | undefined }) {
  const convert = useDo('cloudConfig.convert');
  const [file, setFile] = useState('');
  const [layout, setLayout] = useState<Layout>('minimal');
  /** The last input, to be converted again. It may contain a password, so it's in no field. */
  const given = useRef<Given>({});
  const run = (from: Given, how: Layout) => {
    given.current = from;
    convert.mutate({ ...from, layout: how });
  };
  const restart = () => {
    given.current = {};
    convert.reset();
  };
  const done = convert.data;
  return (
    <Screen eyebrow={[t('topic'), t('cloudSubtitle')]} sentence={convertedSentence(done)} scroll={false}>
      <div className="al-ic">
        <SideNav tab="cloud-config" draft={draft} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrolling content */}
        <section className="al-ic-main" tabIndex={0} aria-label={t('cloudSubtitle')}>
          {convert.error && <FailureAlert error={convert.error} title={t('convertFailedTitle')} />}
          <div className="al-cc">
            {done ? (
              <GivenCard done={done} onRestart={restart} />
            ) : (
              <InputCard
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

/** The input with its credentials masked. */
function GivenCard({ done, onRestart }: { done: Converted; onRestart: () => void }) {
  return (
    <Card
      title={t('inputTitle')}
      note={done.from === undefined ? t('unknownFormat') : FORMATS[done.from]}
      actions={
        <Button variant="link" isInline size="sm" onClick={onRestart}>
          {t('convertAnotherButton')}
        </Button>
      }
      flush
      label={t('inputTitle')}
    >
      <Preview label={t('inputPreview')} text={done.given} />
    </Card>
  );
}

/** The form for a file or its text. The text may contain a password, so it's discarded with this card. */
function InputCard({
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
  const given = inputOf(file, pasted);
  return (
    <Card title={t('inputTitle')} note={t('inputNote')} label={t('inputTitle')}>
      <div className="al-column">
        <PathInput
          id="al-cc-file"
          label={t('cloudFileLabel')}
          kind="file"
          value={file}
          onChange={onFile}
          helper={t('cloudFileHelp')}
        />
        <div className="al-ic-field">
          <label htmlFor="al-cc-text">{t('pasteLabel')}</label>
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
          <span className="al-sub al-small">{t('pasteHelp')}</span>
        </div>
        <div className="al-actions">
          <RequestButton
            request="cloudConfig.convert"
            isDisabled={given === undefined || pending}
            isLoading={pending}
            onClick={() => given && onConvert(given)}
          >
            {t('convertButton')}
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
      title={t('resultTitle')}
      actions={
        <>
          <ToggleGroup isCompact aria-label={t('layoutLabel')}>
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
          {done?.text !== undefined && (
            <CopyButton text={done.configMap ?? done.text} what={t('copyYamlButton')} />
          )}
        </>
      }
      flush
      label={t('resultTitle')}
    >
      {done?.text === undefined ? (
        <p className="al-in al-sub">{done ? t('resultUnreadableText') : t('resultEmptyText')}</p>
      ) : (
        <Preview label={t('resultLabel')} text={done.configMap ?? done.text} />
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
        <Card title={t('droppedTitle')} flush label={t('droppedTitle')}>
          <table className="al-plain-table">
            <thead>
              <tr>
                <th scope="col">{t('sectionColumn')}</th>
                <th scope="col">{t('keysColumn')}</th>
                <th scope="col">{t('reasonColumn')}</th>
              </tr>
            </thead>
            <tbody>
              {done.dropped.map(({ section, keys, reason, secret, line }) => (
                <tr key={`${section} ${reason}`}>
                  <th scope="row">
                    <span className="al-mono">{section || t('commentsRow')}</span>{' '}
                    {section && <span className="al-sub al-small al-cc-line">{t('lineNote', { line })}</span>}
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
        <Card title={t('secretTitle')} label={t('secretTitle')}>
          <p>
            {t.parts('secretText', {
              secret: () => (
                <span key="secret" className="al-mono">
                  {`${done.secret?.namespace}/${done.secret?.name}`}
                </span>
              ),
              keys: () => (
                <span key="keys" className="al-mono al-anywhere">
                  {wordList(done.secret?.keys ?? [])}
                </span>
              ),
            })}
          </p>
        </Card>
      )}
      {done.problems.length > 0 && (
        <Card title={t('problemsTitle')} label={t('problemsTitle')}>
          <ProblemList problems={done.problems} />
        </Card>
      )}
      {text !== undefined && (
        <Card title={t('saveTitle')} label={t('saveTitle')}>
          <div className="al-column">
            <div className="al-ic-save">
              <PathInput
                id="al-cc-save"
                label={t('newFileLabel')}
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
                {t('saveFileButton')}
              </RequestButton>
            </div>
            {save.error && <FailureAlert error={save.error} title={t('saveFailedTitle')} />}
            {save.isSuccess && (
              <p role="status">
                <StateMark mark="good">
                  {t.parts('savedText', {
                    file: () => (
                      <span key="file" className="al-mono al-anywhere">
                        {save.data.file}
                      </span>
                    ),
                  })}
                </StateMark>
              </p>
            )}
          </div>
        </Card>
      )}
    </>
  );
}
