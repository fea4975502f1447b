import './delete.css';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import type { RequestOutput } from '../../core/contract/contract.ts';
import type { DeletePreview } from '../../core/contract/topics/deletes.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { useAsk, useDo } from '../engine/requests.ts';
import { useTicketed } from '../engine/ticketed.ts';
import { enclaveAddress } from '../parts/addresses.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { count } from '../parts/format.ts';
import { Card, Screen } from '../parts/screen.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { useAddress } from '../parts/use-address.ts';
import { useSettled } from '../parts/use-settled.ts';
import { Words } from '../parts/words.tsx';
import { ChoiceTree } from './choice-tree.tsx';
import { ConfirmCard, showConfirmation } from './confirm-card.tsx';
import { type DeleteForm, DeleteFormCard } from './delete-form.tsx';
import {
  busyWords,
  firstForm,
  previewSentence,
  pushedLast,
  requestOf,
  retainedWords,
} from './delete-words.ts';
import { DeletionRun } from './deletion-run.tsx';
import { t } from './messages.ts';
import { DeletedCard, RetainedCard, RetainedForCluster } from './preview-cards.tsx';

/** A selection that another screen made. It is in the state of the address, because it can be long. */
interface Preset {
  parts: string[];
  stateDirectory: string;
  tlsVerify: boolean;
}

/** `/delete` and `/enclaves/:name/delete?workspace=&registry=&root=&run=`: the preview of a deletion from a registry, and its run. */
export default function DeleteScreen() {
  const { name: named } = useParams();
  const [address, change] = useAddress();
  const preset = useLocation().state as Preset | null;
  const used = useCurrentWorkspace();
  const workspace = address.get('workspace') ?? used ?? '';
  const lines = useAsk('workspaces.list', {}).data?.workspaces;
  if (!lines) return <div className="al-screen" aria-busy="true" />;
  if (workspace === '') return <NoWorkspace />;
  const line = lines.find(({ directory }) => directory === workspace);
  const name = named ?? pushedLast(line?.enclaves ?? [])?.name ?? 'default';
  const enclave = line?.enclaves.find((each) => each.name === name);
  const eyebrow = [
    <Link key="enclave" to={enclaveAddress(workspace, name)}>
      {name}
    </Link>,
  ];
  const root = address.get('root');
  const run = address.get('run');
  if (root !== null && run !== null)
    return (
      <DeletionRun
        key={`${root} ${run}`}
        run={{ root, sequence: Number(run) }}
        eyebrow={[...eyebrow, t('topic'), t('runTopic', { sequence: run })]}
        enclave={name}
        onRun={(ref) => change((parameters) => parameters.set('run', `${ref.sequence}`))}
        onAgain={() =>
          change((parameters) => {
            for (const field of ['root', 'run']) parameters.delete(field);
          })
        }
      />
    );
  return (
    <Planned
      key={workspace}
      workspace={workspace}
      first={withPreset(firstForm(enclave), address.get('registry'), preset)}
      preset={preset?.parts}
      eyebrow={eyebrow}
      onRun={(ref) =>
        change((parameters) => {
          parameters.set('root', ref.root);
          parameters.set('run', `${ref.sequence}`);
        })
      }
    />
  );
}

/** Explains what the screen needs. */
function NoWorkspace() {
  return (
    <Screen eyebrow={[t('topic')]} sentence={t('noWorkspaceTitle')}>
      <Card label={t('noWorkspaceTitle')}>
        <Empty title={t('noWorkspaceTitle')} action={<Link to="/">{t('homeLink')}</Link>}>
          {t('noWorkspaceText')}
        </Empty>
      </Card>
    </Screen>
  );
}

function withPreset(form: DeleteForm, registry: string | null, preset: Preset | null): DeleteForm {
  if (registry === null) return form;
  const stateDirectory = registry === form.destination ? form.stateDirectory : '';
  return {
    ...form,
    destination: registry,
    stateDirectory: preset?.stateDirectory || stateDirectory,
    tlsVerify: preset?.tlsVerify ?? form.tlsVerify,
  };
}

type Opened = RequestOutput<'deletes.open'>;
type FromFile = RequestOutput<'deletes.fromFile'>;

function Planned({
  workspace,
  first,
  preset,
  eyebrow,
  onRun,
}: {
  workspace: string;
  first: DeleteForm;
  /** Parts that are selected at first. The registry is read at once. */
  preset: readonly string[] | undefined;
  eyebrow: React.ReactNode[];
  onRun: (run: { root: string; sequence: number }) => void;
}) {
  const [form, setForm] = useState(first);
  const tree = useTicketed('deletes.open');
  const file = useTicketed('deletes.fromFile');
  const [readForm, setReadForm] = useState<DeleteForm>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const opened: Opened | undefined = readForm?.how === 'tree' ? tree.answer?.value : undefined;
  const fromFile: FromFile | undefined = readForm?.how === 'file' ? file.answer?.value : undefined;
  const parts = useSettled([...chosen], 120);
  const previewing = useAsk(
    'deletes.preview',
    { session: opened?.session ?? '', parts },
    {
      // The first choice settles a moment later. Without a choice, nothing is requested.
      enabled: opened !== undefined && chosen.size > 0 && parts.length > 0,
      keep: true,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const preview = fromFile?.preview ?? (chosen.size > 0 ? previewing.data : undefined);
  const work = tree.work ?? file.work;
  const busy = tree.asking || file.asking ? busyWords(work?.phase, form.destination) : undefined;
  const read = async () => {
    setReadForm(undefined);
    setChosen(new Set());
    tree.forgetError();
    file.forgetError();
    const found =
      form.how === 'tree'
        ? await tree.ask(requestOf(workspace, form))
        : await file.ask({ ...requestOf(workspace, form), file: form.file });
    if (found) setReadForm(form);
    return found !== undefined;
  };
  const isPreset = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, for the selection of another screen
  useEffect(() => {
    if (!preset || isPreset.current) return;
    isPreset.current = true;
    void read().then((isRead) => isRead && setChosen(new Set(preset)));
  }, []);
  const registry = (readForm ?? form).destination.replace(/^docker:\/\//, '').split('/')[0]!;
  const shown = opened ?? fromFile;
  const confirming = shown && preview && preview.images > 0 && readForm && !shown.rejection;
  return (
    <Screen
      eyebrow={[
        ...eyebrow,
        shown ? t('registryTopic', { registry: (readForm ?? form).destination }) : t('topic'),
        t('previewTopic'),
      ]}
      sentence={shown ? previewSentence(preview) : t('formTitle')}
      actions={
        shown && (
          <>
            {!shown.rejection && (
              <Button
                variant="primary"
                isAriaDisabled={!confirming}
                title={confirming ? undefined : t('selectFirstTip')}
                onClick={showConfirmation}
              >
                {t('confirmButton')}
              </Button>
            )}
            <Button variant="secondary" onClick={() => setReadForm(undefined)}>
              {t('startOverButton')}
            </Button>
          </>
        )
      }
    >
      {!shown && (tree.error !== undefined || file.error !== undefined) && (
        <FailureAlert error={tree.error ?? file.error} title={t('readFailedTitle')} />
      )}
      {!shown && <DeleteFormCard form={form} busy={busy} onChange={setForm} onRead={() => void read()} />}
      {shown?.rejection && (
        <Alert variant="danger" isInline component="h2" title={shown.rejection.message}>
          <Words text={shown.rejection.remedy} />
        </Alert>
      )}
      {shown && (
        <Choices
          shown={shown}
          opened={opened}
          preview={preview}
          retain={(readForm ?? form).retain}
          chosen={chosen}
          error={chosen.size > 0 ? previewing.error : null}
          onChange={setChosen}
        />
      )}
      {preview && readForm && confirming && (
        <Confirm
          key={`${preview.images} ${registry}`}
          workspace={workspace}
          form={readForm}
          registry={registry}
          preview={preview}
          stale={opened !== undefined && (previewing.isFetching || parts.length !== chosen.size)}
          session={opened && { session: opened.session, parts: [...chosen] }}
          onRun={onRun}
        />
      )}
    </Screen>
  );
}

/** The mirrored content, the images to delete, and those that are retained. */
function Choices({
  shown,
  opened,
  preview,
  retain,
  chosen,
  error,
  onChange,
}: {
  shown: Opened | FromFile;
  /** Undefined if a configuration made the selection. */
  opened: Opened | undefined;
  preview: DeletePreview | undefined;
  retain: DeleteForm['retain'];
  chosen: ReadonlySet<string>;
  /** Of the preview. */
  error: Error | null;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  return (
    <div className="al-delete-two">
      {opened ? (
        <Card
          title={t('contentTitle')}
          note={t.parts('imagesReadNote', {
            images: opened.images,
            time: () => <RelativeTime key="time" at={opened.readAt} />,
          })}
          flush
        >
          {opened.choices.length === 0 ? (
            <Empty title={t('emptyTitle')}>{t('emptyText')}</Empty>
          ) : (
            <ChoiceTree choices={opened.choices} chosen={chosen} onChange={onChange} />
          )}
        </Card>
      ) : (
        preview && <DeletedCard preview={preview} />
      )}
      <div className="al-column">
        {preview && opened && <DeletedCard preview={preview} />}
        {preview ? (
          <RetainedCard
            preview={preview}
            cluster={shown.cluster}
            determinedBy={retainedWords(shown, retain)}
          />
        ) : (
          <Card title={t('retainedTitle')}>
            <p className="al-sub">
              {t('allRetainedText')} {retainedWords(shown, retain)}
            </p>
            <RetainedForCluster words={shown.cluster} />
          </Card>
        )}
        {error && <FailureAlert error={error} title={t('previewFailedTitle')} />}
        {opened && opened.problems.length > 0 && (
          <Card title={t('problemsTitle')} note={count(opened.problems.length)}>
            <ProblemList problems={opened.problems} />
          </Card>
        )}
      </div>
    </div>
  );
}

function Confirm({
  workspace,
  form,
  registry,
  preview,
  stale,
  session,
  onRun,
}: {
  workspace: string;
  form: DeleteForm;
  registry: string;
  preview: DeletePreview;
  /** The preview belongs to an earlier selection. */
  stale: boolean;
  session: { session: string; parts: string[] } | undefined;
  onRun: (run: { root: string; sequence: number }) => void;
}) {
  const write = useDo('deletes.write');
  const writeFile = useDo('deletes.fromFile');
  const start = useDo('deletes.run');
  const [saved, setSaved] = useState<{ files: string[]; command: string }>();
  const save = async () => {
    const ticket = crypto.randomUUID();
    const written = session
      ? await write.mutateAsync(session)
      : await writeFile.mutateAsync({ ...requestOf(workspace, form), file: form.file, ticket, write: true });
    setSaved(written);
    return written;
  };
  const busy = start.isPending
    ? 'delete'
    : write.isPending || writeFile.isPending || stale
      ? 'save'
      : undefined;
  return (
    <ConfirmCard
      registry={registry}
      preview={preview}
      saved={saved}
      busy={busy}
      error={write.error ?? writeFile.error ?? start.error}
      onSave={() => void save().catch(() => undefined)}
      onDelete={({ forceCacheDelete }) => {
        save()
          .then((written) =>
            start.mutate(
              {
                listFile: written.files[0]!,
                destination: form.destination,
                destinationTlsVerify: form.tlsVerify,
                stateDirectory: form.stateDirectory || undefined,
                forceCacheDelete,
                confirmed: {
                  registry,
                  images: written.preview.images === preview.images ? preview.images : -1,
                },
              },
              { onSuccess: ({ run }) => onRun(run) },
            ),
          )
          .catch(() => undefined);
      }}
    />
  );
}
