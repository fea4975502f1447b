import { useRefusal } from '../../engine/requests.ts';
import { RequestFields } from '../../parts/request-fields.tsx';
import './host-editor.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { AngleDownIcon } from '@patternfly/react-icons/dist/esm/icons/angle-down-icon';
import { AngleUpIcon } from '@patternfly/react-icons/dist/esm/icons/angle-up-icon';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { changedLines, placeAt } from '../../../core/contract/documents/document.ts';
import {
  answerOf,
  asLayout,
  documentOf,
  layoutText,
  nodeFileName,
  questionsOf,
  type SetHost,
  writeDocument,
} from '../../../core/contract/documents/nmstate.ts';
import { useKeys } from '../../app-state/keys.ts';
import { DocumentPane, type EditorPlace } from '../../editor/document-pane.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { counted } from '../../parts/format.ts';
import { Card, Screen } from '../../parts/screen.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { layoutText as layoutWords } from '../host-words.ts';
import { HostsFrame } from '../hosts-frame.tsx';
import { hostAddress } from '../places.ts';
import { useHosts, useHostsStore } from '../use-hosts.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';
import { ExplainDialog } from './explain-dialog.tsx';
import { HostForm } from './host-form.tsx';
import { HostPicture } from './host-picture.tsx';
import { changedCount, textDifference } from './text-difference.ts';

/** One host: the form, the picture and the file, each live. */
export default function HostScreen() {
  const { host = '' } = useParams();
  return (
    <HostsFrame>
      <Named name={host} />
    </HostsFrame>
  );
}

/** The host of the address; it stays the same one when its name is changed here. */
function Named({ name }: { name: string }) {
  const store = useHostsStore();
  const { set } = useHosts();
  const [begun] = useState(() => store.getState().set.hosts.findIndex((host) => host.name === name));
  const found = set.hosts.findIndex((host) => host.name === name);
  const index = found >= 0 ? found : begun;
  const host = set.hosts[index];
  if (!host)
    return (
      <Screen
        eyebrow={[
          <Link key="back" to="/hosts">
            Hosts
          </Link>,
          set.name,
        ]}
        sentence={`There is no host ${name}`}
      >
        <Card>
          <Empty title="It was removed, or has another name" action={<Link to="/hosts">See the table</Link>}>
            The table has {counted(set.hosts.length, 'host')}.
          </Empty>
        </Card>
      </Screen>
    );
  return <Editor key={index} index={index} host={host} />;
}

function Editor({ index, host }: { index: number; host: SetHost }) {
  const hosts = useHosts();
  const { set, verdict, change } = hosts;
  const refusal = useRefusal('hosts.save');
  const navigate = useNavigate();
  const wide = useWide();
  const [yamlShown, setYamlShown] = useState(false);
  const [goTo, setGoTo] = useState<EditorPlace>();
  const [dialog, setDialog] = useState<'difference' | 'explain'>();
  const { document } = documentOf(set.layout, host);
  const { yaml } = document;
  const part = document.states[0];
  const state = verdict?.hosts[index];
  const given = layoutText(set.layout, host);
  const difference = useMemo(
    () => (host.own === undefined ? [] : textDifference(given, yaml.text)),
    [host.own, given, yaml.text],
  );
  const before = hosts.past.at(-1)?.hosts[index];
  const marks = useMemo(() => {
    if (!before || before === host) return [];
    return changedLines(documentOf(set.layout, before).document.yaml.text, yaml.text);
  }, [before, host, set.layout, yaml.text]);
  const questions = questionsOf(set.layout, host).filter(({ perHost }) => !perHost);
  const own = questions.filter((question) =>
    ['host', 'table'].includes(answerOf(set.layout, host, question).from),
  ).length;
  const errors = state?.problems.filter(({ level }) => level === 'error').length ?? 0;
  const warnings = (state?.problems.length ?? 0) - errors;
  const pane = wide || yamlShown;
  const go = (line: number, column: number) => {
    setYamlShown(true);
    setGoTo({ line, column });
  };
  const open = (path: readonly (string | number)[]) => {
    const place = part && placeAt(yaml, [...part.root, ...path], { document: part.document, of: 'entry' });
    if (place) go(place.line, place.column);
  };
  const neighbour = (step: number) => set.hosts[index + step]?.name;
  const turn = (step: number) => {
    const name = neighbour(step);
    if (name) void navigate(hostAddress(name));
  };
  useKeys([
    { key: 'Ctrl+Z', label: 'Undo', run: hosts.undo, when: hosts.past.length > 0, outsideFields: true },
    { key: 'Ctrl+Y', label: 'Redo', run: hosts.redo, when: hosts.future.length > 0, outsideFields: true },
    { key: '[', label: 'The host before', run: () => turn(-1) },
    { key: ']', label: 'The next host', run: () => turn(1) },
  ]);
  const layout = layoutWords({ ...set, hosts: [host] });
  const outcome =
    errors > 0
      ? counted(errors, 'problem')
      : warnings > 0
        ? `ready, with ${counted(warnings, 'warning')}`
        : 'ready';
  return (
    <Screen
      scroll={false}
      eyebrow={[
        <Link key="back" to="/hosts">
          Hosts
        </Link>,
        set.name,
        host.role,
        questions.length === 0
          ? 'a document of its own'
          : `${questions.length - own} answers as all hosts, ${own} own`,
        hosts.saved.pending ? 'not kept yet' : 'kept',
      ]}
      sentence={`${host.name}: ${layout}; ${state ? outcome : 'being checked'}`}
      actions={
        <>
          <Button
            variant="plain"
            icon={<AngleUpIcon />}
            aria-label="The host before"
            isDisabled={neighbour(-1) === undefined}
            onClick={() => turn(-1)}
          />
          <Button
            variant="plain"
            icon={<AngleDownIcon />}
            aria-label="The next host"
            isDisabled={neighbour(1) === undefined}
            onClick={() => turn(1)}
          />
          {!wide && (
            <Button variant="secondary" aria-pressed={yamlShown} onClick={() => setYamlShown(!yamlShown)}>
              {yamlShown ? 'Hide YAML' : 'Show YAML'}
            </Button>
          )}
          <Button onClick={() => setDialog('explain')}>Explain first boot</Button>
        </>
      }
    >
      <div className={`al-host-columns${wide ? '' : yamlShown ? ' al-host-with-yaml' : ' al-host-two'}`}>
        <div className="al-card al-host-column">
          <header>
            <h2>Layout</h2>
            <span className="al-end al-row al-small">
              <button
                type="button"
                className="al-link"
                disabled={hosts.past.length === 0}
                onClick={hosts.undo}
              >
                Undo
              </button>
              <button
                type="button"
                className="al-link"
                disabled={hosts.future.length === 0}
                onClick={hosts.redo}
              >
                Redo
              </button>
            </span>
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
          <section className="al-in al-scroll" tabIndex={0} aria-label="Form of the host">
            <RequestFields request="hosts.save">
              <HostForm index={index} host={host} part={part} state={state} onOpen={open} onLine={go} />
            </RequestFields>
          </section>
        </div>
        {(wide || !yamlShown) && (
          <div className="al-card al-host-column">
            <header>
              <h2>What the node will have</h2>
            </header>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
            <section className="al-in al-scroll" tabIndex={0} aria-label="Picture of the network">
              <HostPicture
                part={part}
                host={host.name}
                macs={Object.fromEntries(
                  host.nics.flatMap(({ name, mac }) => (name && mac ? [[name, mac]] : [])),
                )}
                problems={state?.problems ?? []}
                onOpen={open}
              />
            </section>
          </div>
        )}
        {pane && (
          <DocumentPane
            file={nodeFileName(host)}
            label={`Document of ${host.name}`}
            doc={yaml}
            marks={marks}
            problems={state?.problems.filter(({ code, line }) => code !== 'host-table' && line !== undefined)}
            goTo={goTo}
            type={(text) =>
              change('The document was edited', (now) => writeDocument(now, index, text), `yaml ${index}`)
            }
            refusal={refusal}
            undo={hosts.undo}
            redo={hosts.redo}
            foot={
              <span className="al-row">
                {difference.length === 0 ? (
                  'As the layout gives it.'
                ) : (
                  <button type="button" className="al-link" onClick={() => setDialog('difference')}>
                    {counted(changedCount(difference), 'line')} of its own: show the difference
                  </button>
                )}
                <span className="al-end">
                  <CopyButton text={yaml.text} label="Copy" inline />
                </span>
              </span>
            }
          />
        )}
      </div>
      {dialog === 'difference' && (
        <DifferenceDialog
          host={host.name}
          lines={difference}
          onClose={() => setDialog(undefined)}
          onReset={() => {
            change('As the layout gives it', (now) => asLayout(now, index));
            setDialog(undefined);
          }}
        />
      )}
      {dialog === 'explain' && (
        <ExplainDialog host={host} text={yaml.text} onClose={() => setDialog(undefined)} />
      )}
    </Screen>
  );
}
