import './content.css';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ContentComparison } from '../../core/contract/topics/registry/registry-content.ts';
import type { WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { useAsk } from '../engine/requests.ts';
import { useTicketed } from '../engine/ticketed.ts';
import { deleteAddress, driftScheduleAddress } from '../parts/addresses.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { count, size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { ComparisonCard } from './comparison-card.tsx';
import { type ContentForm, ContentFormCard } from './content-form.tsx';
import { type ContentReading, ContentView, type ContentViewName } from './content-view.tsx';
import { entryTree } from './entry-rows.ts';
import { ExportDialog } from './export-dialog.tsx';
import { t } from './messages.ts';

/** `/registry-content`: what a mirror registry contains, compared with the records of pushes. */
export default function ContentScreen() {
  const used = useCurrentWorkspace();
  const lines = useAsk('workspaces.list', {}).data?.workspaces;
  if (!lines) return <div className="al-screen" aria-busy="true" />;
  return <Content key={used ?? ''} workspace={used ?? ''} lines={lines} />;
}

function Content({ workspace, lines }: { workspace: string; lines: readonly WorkspaceLine[] }) {
  const known = registriesOf(lines);
  const [form, setForm] = useState<ContentForm>(() => ({
    destination: registriesOf(lines.filter(({ directory }) => directory === workspace))[0] ?? known[0] ?? '',
    workspace,
    stateDirectory: '',
    tlsVerify: true,
  }));
  const reading = useTicketed('registryContent.read');
  const [shown, setShown] = useState<{ reading: ContentReading; form: ContentForm }>();
  const [view, setView] = useState<ContentViewName>('content');
  const read = async (of: ContentForm, then: ContentViewName) => {
    reading.forgetError();
    const found = await reading.ask({
      destination: of.destination.trim(),
      destinationTlsVerify: of.tlsVerify,
      workspace: of.workspace || undefined,
      stateDirectory: of.stateDirectory || undefined,
    });
    if (!found) return;
    setShown({ reading: found, form: of });
    setView(then);
  };
  const busy = reading.asking ? busyWords(reading.work, form.destination) : undefined;
  if (shown)
    return (
      <Read
        key={shown.reading.session}
        {...shown}
        view={view}
        busy={busy}
        error={reading.error}
        onView={setView}
        onCheck={() => void read(shown.form, 'drift')}
        onCancel={reading.cancel}
        onOther={() => {
          reading.forget();
          setShown(undefined);
        }}
      />
    );
  return (
    <Screen eyebrow={[t('topic')]} sentence={t('formTitle')}>
      {reading.error !== undefined && <FailureAlert error={reading.error} title={t('readFailedTitle')} />}
      <ContentFormCard
        form={form}
        known={known}
        busy={busy}
        onChange={setForm}
        onRead={() => void read(form, 'content')}
        onCancel={reading.cancel}
      />
    </Screen>
  );
}

/** A registry that was read. */
function Read({
  reading,
  form,
  view,
  busy,
  error,
  onView,
  onCheck,
  onCancel,
  onOther,
}: {
  reading: ContentReading;
  form: ContentForm;
  view: ContentViewName;
  busy: string | undefined;
  error: unknown;
  onView: (view: ContentViewName) => void;
  onCheck: () => void;
  onCancel: () => void;
  onOther: () => void;
}) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<'compare' | 'export'>();
  const [compared, setCompared] = useState<ContentComparison>();
  const tree = useMemo(() => entryTree(reading.entries), [reading]);
  const registry = form.destination.replace(/^docker:\/\//, '');
  const { images, bytes, drift, created, listed, problems, session } = reading;
  const drifted = Object.values(drift).reduce((sum, each) => sum + each, 0);
  const openDelete = () =>
    void navigate(deleteAddress(form.workspace, reading.transfers.at(-1)?.enclave ?? 'default', registry), {
      state: { parts: [...chosen], stateDirectory: form.stateDirectory, tlsVerify: form.tlsVerify },
    });
  return (
    <Screen
      eyebrow={[
        t('topic'),
        registry,
        t.parts('readAt', { time: () => <RelativeTime key="time" at={created} /> }),
      ]}
      sentence={
        images === 0
          ? t('sentenceEmpty', { registry })
          : t('sentence', { images: images - (drift.missing ?? 0), size: size(bytes), drift: drifted })
      }
      actions={
        <Actions
          busy={busy !== undefined}
          empty={images === 0}
          deletable={chosen.size > 0 && form.workspace !== ''}
          tip={form.workspace === '' ? t('deleteWorkspaceTip') : t('deleteTip')}
          onCheck={onCheck}
          onOpen={setDialog}
          onDelete={openDelete}
          onSchedule={() => void navigate(driftScheduleAddress({ ...form, registry }))}
          onOther={onOther}
        />
      }
      scroll={false}
    >
      {busy !== undefined && (
        <p className="al-actions">
          <span role="status">{busy}</span>
          <Button variant="link" isInline onClick={onCancel}>
            {t('cancelButton')}
          </Button>
        </p>
      )}
      {error !== undefined && <FailureAlert error={error} title={t('readFailedTitle')} />}
      {!listed && (
        <Alert variant="info" isInline title={t('notListedTitle')}>
          {t('notListedText')}
        </Alert>
      )}
      {problems.length > 0 && listed && (
        <Card title={t('problemsTitle')} note={count(problems.length)}>
          <ProblemList problems={problems} />
        </Card>
      )}
      {compared && (
        <ComparisonCard
          compared={compared}
          onClear={() => setCompared(undefined)}
          onSelectUnused={(parts) => {
            setChosen(new Set(parts));
            onView('content');
          }}
        />
      )}
      {images === 0 ? (
        <Empty
          title={t('emptyTitle')}
          action={
            <Button variant="primary" onClick={() => void navigate('/push')}>
              {t('pushButton')}
            </Button>
          }
        >
          {t('emptyText')}
        </Empty>
      ) : (
        <ContentView
          reading={reading}
          tree={tree}
          view={view}
          chosen={chosen}
          onView={onView}
          onChoose={setChosen}
        />
      )}
      {chosen.size > 0 && <p className="al-sub">{t('selected', { count: chosen.size })}</p>}
      {dialog === 'compare' && (
        <CompareDialog
          session={session}
          registry={registry}
          tlsVerify={form.tlsVerify}
          onClose={() => setDialog(undefined)}
          onDone={(found) => {
            setCompared(found);
            setDialog(undefined);
          }}
        />
      )}
      {dialog === 'export' && (
        <ExportDialog session={session} registry={registry} onClose={() => setDialog(undefined)} />
      )}
    </Screen>
  );
}

function Actions({
  busy,
  empty,
  deletable,
  tip,
  onCheck,
  onOpen,
  onDelete,
  onSchedule,
  onOther,
}: {
  busy: boolean;
  empty: boolean;
  deletable: boolean;
  /** Why nothing can be deleted yet. */
  tip: string;
  onCheck: () => void;
  onOpen: (dialog: 'compare' | 'export') => void;
  onDelete: () => void;
  onSchedule: () => void;
  onOther: () => void;
}) {
  return (
    <>
      <RequestButton request="registryContent.read" variant="primary" isDisabled={busy} onClick={onCheck}>
        {t('driftButton')}
      </RequestButton>
      <RequestButton request="schedules.save" variant="secondary" onClick={onSchedule}>
        {t('scheduleButton')}
      </RequestButton>
      <RequestButton
        request="registryContent.compare"
        variant="secondary"
        isDisabled={busy}
        onClick={() => onOpen('compare')}
      >
        {t('compareButton')}
      </RequestButton>
      <RequestButton
        request="registryContent.export"
        variant="secondary"
        isDisabled={busy || empty}
        onClick={() => onOpen('export')}
      >
        {t('exportButton')}
      </RequestButton>
      <RequestButton
        request="deletes.open"
        variant="danger"
        isDisabled={!deletable}
        title={deletable ? undefined : tip}
        onClick={onDelete}
      >
        {t('deleteButton')}
      </RequestButton>
      <Button variant="link" onClick={onOther}>
        {t('otherRegistryButton')}
      </Button>
    </>
  );
}

/** Returns the registries that workspaces were pushed to, each once. */
function registriesOf(lines: readonly WorkspaceLine[]): string[] {
  return [
    ...new Set(lines.flatMap(({ enclaves }) => enclaves.flatMap(({ lastPush }) => lastPush?.target ?? []))),
  ];
}

function busyWords(
  work: { phase: string; progress: { done: number; total?: number | undefined } } | undefined,
  registry: string,
): string {
  if (work?.phase !== 'probe') return t('collectingText');
  const { done, total } = work.progress;
  return total === undefined || total === 0
    ? t('readingText', { registry })
    : t('progressText', { registry, done: count(done), total: count(total) });
}
