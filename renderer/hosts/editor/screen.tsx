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
import { useRejection } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { savedNote } from '../host-words.ts';
import { HostsFrame } from '../hosts-frame.tsx';
import { t as common } from '../messages.ts';
import { hostAddress } from '../places.ts';
import { useHosts, useUndoKeys } from '../use-hosts.tsx';
import type { HostState } from '../verdict.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { hostSentence, macsOf, newLines, ownLines, placeInState, settingsNote } from './document.ts';
import { ExplainDialog } from './explain-dialog.tsx';
import { HostForm } from './form.tsx';
import { t } from './messages.ts';
import { HostPicture } from './picture.tsx';
import { changedCount, type DifferenceLine } from './text-difference.ts';

/** One host: its form, diagram and document, all of them live. */
export default function HostScreen() {
  const { host = '' } = useParams();
  return (
    <HostsFrame>
      <Named name={host} />
    </HostsFrame>
  );
}

/** The host of the address, also after it is renamed here. */
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
            {common('topic')}
          </Link>,
          set.name,
        ]}
        sentence={t('missingHostTitle', { host: name })}
      >
        <Card>
          <Empty title={t('missingHostNoteTitle')} action={<Link to="/hosts">{t('showTableButton')}</Link>}>
            {t('missingHostText', { hosts: set.hosts.length })}
          </Empty>
        </Card>
      </Screen>
    );
  return <HostEditor key={index} index={index} host={host} />;
}

/** The host in the editor. */
interface Edited {
  index: number;
  host: SetHost;
  /** Undefined while it is checked. */
  state: HostState | undefined;
}

/** The editor of a host of the open set: form, diagram and document. */
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
          {common('topic')}
        </Link>,
        set.name,
        host.role,
        settingsNote(set.layout, host),
        savedNote(saved),
      ]}
      sentence={hostSentence(set, host, edited.state)}
      actions={
        <>
          <Neighbors index={index} />
          {!wide && (
            <Button variant="secondary" aria-pressed={yamlShown} onClick={() => setYamlShown(!yamlShown)}>
              {yamlShown ? t('hideYamlButton') : t('showYamlButton')}
            </Button>
          )}
          <Button onClick={() => setDialog('explain')}>{t('explainButton')}</Button>
        </>
      }
    >
      <div className={`al-host-columns${wide ? '' : yamlShown ? ' al-host-with-yaml' : ' al-host-two'}`}>
        <Column title={t('settingsTitle')} label={t('settingsLabel')} actions={<UndoLinks />}>
          <RequestFields request="hosts.save">
            <HostForm {...edited} part={part} onOpen={open} onLine={go} />
          </RequestFields>
        </Column>
        {(wide || !yamlShown) && (
          <Column title={t('networkTitle')} label={t('networkLabel')}>
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
            change(t('documentReset'), (now) => asLayout(now, index));
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

/** Opens the previous and the next host, by buttons and keys. */
function Neighbors({ index }: { index: number }) {
  const { set } = useHosts();
  const navigate = useNavigate();
  const neighbor = (step: number) => set.hosts[index + step]?.name;
  const turn = (step: number) => {
    const name = neighbor(step);
    if (name) void navigate(hostAddress(name));
  };
  useKeys([
    { key: '[', label: t('previousHostButton'), run: () => turn(-1) },
    { key: ']', label: t('nextHostButton'), run: () => turn(1) },
  ]);
  return (
    <>
      <Button
        variant="plain"
        icon={<AngleUpIcon />}
        aria-label={t('previousHostButton')}
        isDisabled={neighbor(-1) === undefined}
        onClick={() => turn(-1)}
      />
      <Button
        variant="plain"
        icon={<AngleDownIcon />}
        aria-label={t('nextHostButton')}
        isDisabled={neighbor(1) === undefined}
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
  /** Of the scrolling part. */
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
        {common('undoLabel')}
      </button>
      <button type="button" className="al-link" disabled={future.length === 0} onClick={redo}>
        {common('redoLabel')}
      </button>
    </span>
  );
}

/** The document of a host, and how it differs from the layout. */
function YamlPane({
  edited: { index, host, state },
  goTo,
  difference,
  onDifference,
}: {
  edited: Edited;
  goTo: EditorPlace | undefined;
  /** From the layout. */
  difference: readonly DifferenceLine[];
  onDifference: () => void;
}) {
  const { set, past, change, undo, redo } = useHosts();
  const rejection = useRejection('hosts.save');
  const { yaml } = documentOf(set.layout, host).document;
  const before = past.at(-1)?.hosts[index];
  const marks = useMemo(() => newLines(set.layout, before, host), [set.layout, before, host]);
  return (
    <DocumentPane
      file={nodeFileName(host)}
      label={t('documentLabel', { host: host.name })}
      doc={yaml}
      marks={marks}
      problems={state?.problems.filter(({ code, line }) => code !== 'host-table' && line !== undefined)}
      goTo={goTo}
      type={(text) => change(t('documentEdited'), (now) => writeDocument(now, index, text), `yaml ${index}`)}
      rejection={rejection}
      undo={undo}
      redo={redo}
      foot={
        <span className="al-row">
          {difference.length === 0 ? (
            t('generatedNote')
          ) : (
            <button type="button" className="al-link" onClick={onDifference}>
              {t('showEditsButton', { lines: changedCount(difference) })}
            </button>
          )}
          <span className="al-end">
            <CopyButton text={yaml.text} label={t('copyButton')} inline />
          </span>
        </span>
      }
    />
  );
}
