import { RequestFields } from '../../parts/fields/request-fields.tsx';
import './host-editor.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { AngleDownIcon } from '@patternfly/react-icons/dist/esm/icons/angle-down-icon';
import { AngleUpIcon } from '@patternfly/react-icons/dist/esm/icons/angle-up-icon';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import {
  asLayout,
  documentOf,
  nodeFileName,
  type SetHost,
  writeDocument,
} from '../../../core/contract/documents/nmstate.ts';
import { useKeys } from '../../app-state/keys.ts';
import { DocumentPane, type EditorPlace } from '../../editor/document-pane.tsx';
import { useRefusal } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { counted } from '../../parts/format.ts';
import { Card, Screen } from '../../parts/screen.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { keptWord } from '../host-words.ts';
import { HostsFrame } from '../hosts-frame.tsx';
import { hostAddress } from '../places.ts';
import { useHosts, useUndoKeys } from '../use-hosts.tsx';
import type { HostState } from '../verdict.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { answersWords, hostSentence, macsOf, newLines, ownLines, placeInState } from './document.ts';
import { ExplainDialog } from './explain-dialog.tsx';
import { HostForm } from './form.tsx';
import { HostPicture } from './picture.tsx';
import { changedCount, type DifferenceLine } from './text-difference.ts';

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
  const { set } = useHosts();
  const found = set.hosts.findIndex((host) => host.name === name);
  const last = useRef({ name, index: found });
  if (found >= 0 || last.current.name !== name) last.current = { name, index: found };
  const { index } = last.current;
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
  return <HostEditor key={index} index={index} host={host} />;
}

/** A host that is edited. */
interface Edited {
  index: number;
  host: SetHost;
  /** Undefined while it is checked. */
  state: HostState | undefined;
}

/** A host of the open set: form, picture and document. */
export function HostEditor({ index, host }: { index: number; host: SetHost }) {
  const { set, verdict, saved, change } = useHosts();
  const wide = useWide();
  const [yamlShown, setYamlShown] = useState(false);
  const [goTo, setGoTo] = useState<EditorPlace>();
  const [dialog, setDialog] = useState<'difference' | 'explain'>();
  useUndoKeys();
  const edited: Edited = { index, host, state: verdict?.hosts[index] };
  const { yaml, states } = documentOf(set.layout, host).document;
  const [part] = states;
  const difference = useMemo(() => ownLines(set.layout, host), [set.layout, host]);
  const go = (line: number, column: number) => {
    setYamlShown(true);
    setGoTo({ line, column });
  };
  const open = (path: readonly (string | number)[]) => {
    const place = placeInState(yaml, part, path);
    if (place) go(place.line, place.column);
  };
  return (
    <Screen
      scroll={false}
      eyebrow={[
        <Link key="back" to="/hosts">
          Hosts
        </Link>,
        set.name,
        host.role,
        answersWords(set.layout, host),
        keptWord(saved),
      ]}
      sentence={hostSentence(set, host, edited.state)}
      actions={
        <>
          <Neighbours index={index} />
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
        <Column title="Layout" label="Form of the host" actions={<UndoLinks />}>
          <RequestFields request="hosts.save">
            <HostForm {...edited} part={part} onOpen={open} onLine={go} />
          </RequestFields>
        </Column>
        {(wide || !yamlShown) && (
          <Column title="What the node will have" label="Picture of the network">
            <HostPicture
              part={part}
              host={host.name}
              macs={macsOf(host)}
              problems={edited.state?.problems ?? []}
              onOpen={open}
            />
          </Column>
        )}
        {(wide || yamlShown) && (
          <YamlPane
            edited={edited}
            goTo={goTo}
            difference={difference}
            onDifference={() => setDialog('difference')}
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

/** Leads to the host before and to the next one, by buttons and by keys. */
function Neighbours({ index }: { index: number }) {
  const { set } = useHosts();
  const navigate = useNavigate();
  const neighbour = (step: number) => set.hosts[index + step]?.name;
  const turn = (step: number) => {
    const name = neighbour(step);
    if (name) void navigate(hostAddress(name));
  };
  useKeys([
    { key: '[', label: 'The host before', run: () => turn(-1) },
    { key: ']', label: 'The next host', run: () => turn(1) },
  ]);
  return (
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
    </>
  );
}

function Column({
  title,
  label,
  actions,
  children,
}: {
  title: string;
  /** Of what scrolls. */
  label: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="al-card al-host-column">
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section className="al-in al-scroll" tabIndex={0} aria-label={label}>
        {children}
      </section>
    </div>
  );
}

function UndoLinks() {
  const { past, future, undo, redo } = useHosts();
  return (
    <span className="al-end al-row al-small">
      <button type="button" className="al-link" disabled={past.length === 0} onClick={undo}>
        Undo
      </button>
      <button type="button" className="al-link" disabled={future.length === 0} onClick={redo}>
        Redo
      </button>
    </span>
  );
}

/** The document of a host; what of it is its own. */
function YamlPane({
  edited: { index, host, state },
  goTo,
  difference,
  onDifference,
}: {
  edited: Edited;
  goTo: EditorPlace | undefined;
  /** To what the layout gives. */
  difference: readonly DifferenceLine[];
  onDifference: () => void;
}) {
  const { set, past, change, undo, redo } = useHosts();
  const refusal = useRefusal('hosts.save');
  const { yaml } = documentOf(set.layout, host).document;
  const before = past.at(-1)?.hosts[index];
  const marks = useMemo(() => newLines(set.layout, before, host), [set.layout, before, host]);
  return (
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
      undo={undo}
      redo={redo}
      foot={
        <span className="al-row">
          {difference.length === 0 ? (
            'As the layout gives it.'
          ) : (
            <button type="button" className="al-link" onClick={onDifference}>
              {counted(changedCount(difference), 'line')} of its own: show the difference
            </button>
          )}
          <span className="al-end">
            <CopyButton text={yaml.text} label="Copy" inline />
          </span>
        </span>
      }
    />
  );
}
