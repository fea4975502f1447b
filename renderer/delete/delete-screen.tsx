import './delete.css';
import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { RequestOutput } from '../../core/contract/contract.ts';
import type { DeletePreview } from '../../core/contract/topics/deletes.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { useAsk, useDo } from '../engine/requests.ts';
import { useTicketed } from '../engine/ticketed.ts';
import { enclaveAddress } from '../parts/addresses.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { count, counted } from '../parts/format.ts';
import { Card, Screen } from '../parts/screen.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { useAddress } from '../parts/use-address.ts';
import { useSettled } from '../parts/use-settled.ts';
import { Words } from '../parts/words.tsx';
import { ChoiceTree } from './choice-tree.tsx';
import { ConfirmCard } from './confirm-card.tsx';
import { type DeleteForm, DeleteFormCard } from './delete-form.tsx';
import { askedOf, busyWords, firstForm, keptWords, previewSentence } from './delete-words.ts';
import { DeletionRun } from './deletion-run.tsx';
import { GoesCard, KeptForCluster, StaysCard } from './preview-cards.tsx';

/** `/enclaves/:name/delete?workspace=&root=&run=`: what goes from a registry and why the rest stays; the run that does it. */
export default function DeleteScreen() {
  const { name = 'default' } = useParams();
  const [address, change] = useAddress();
  const used = useCurrentWorkspace();
  const workspace = address.get('workspace') ?? used ?? '';
  const lines = useAsk('workspaces.list', {}).data?.workspaces;
  if (workspace === '' || !lines) return <div className="al-screen" aria-busy="true" />;
  const line = lines.find(({ directory }) => directory === workspace);
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
        eyebrow={[...eyebrow, 'Delete', `run ${run}`]}
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
      first={firstForm(enclave)}
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

type Opened = RequestOutput<'deletes.open'>;
type FromFile = RequestOutput<'deletes.fromFile'>;

function Planned({
  workspace,
  first,
  eyebrow,
  onRun,
}: {
  workspace: string;
  first: DeleteForm;
  eyebrow: React.ReactNode[];
  onRun: (run: { root: string; sequence: number }) => void;
}) {
  const [form, setForm] = useState(first);
  const tree = useTicketed('deletes.open');
  const file = useTicketed('deletes.fromFile');
  const [looked, setLooked] = useState<DeleteForm>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const opened: Opened | undefined = looked?.how === 'tree' ? tree.answer?.value : undefined;
  const fromFile: FromFile | undefined = looked?.how === 'file' ? file.answer?.value : undefined;
  const parts = useSettled([...chosen], 120);
  const asked = useAsk(
    'deletes.preview',
    { desk: opened?.desk ?? '', parts },
    {
      // The first choice settles a moment later: nothing is asked about no choice.
      enabled: opened !== undefined && chosen.size > 0 && parts.length > 0,
      keep: true,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const preview = fromFile?.preview ?? (chosen.size > 0 ? asked.data : undefined);
  const work = tree.work ?? file.work;
  const busy = tree.asking || file.asking ? busyWords(work?.phase, form.destination) : undefined;
  const look = async () => {
    setLooked(undefined);
    setChosen(new Set());
    tree.forgetError();
    file.forgetError();
    const found =
      form.how === 'tree'
        ? await tree.ask(askedOf(workspace, form))
        : await file.ask({ ...askedOf(workspace, form), file: form.file });
    if (found) setLooked(form);
  };
  const registry = (looked ?? form).destination.replace(/^docker:\/\//, '').split('/')[0]!;
  const shown = opened ?? fromFile;
  return (
    <Screen
      eyebrow={[
        ...eyebrow,
        shown ? `Delete from ${(looked ?? form).destination}` : 'Delete',
        'preview, nothing is deleted yet',
      ]}
      sentence={
        shown
          ? previewSentence(preview)
          : 'Choose what goes from the registry. What is still needed stays by itself.'
      }
      actions={
        shown && (
          <Button variant="secondary" onClick={() => setLooked(undefined)}>
            Start over
          </Button>
        )
      }
    >
      {!shown && (tree.error !== undefined || file.error !== undefined) && (
        <FailureAlert error={tree.error ?? file.error} title="The registry was not looked at" />
      )}
      {!shown && <DeleteFormCard form={form} busy={busy} onChange={setForm} onLook={() => void look()} />}
      {shown?.refusal && (
        <Alert variant="danger" isInline component="h2" title={shown.refusal.message}>
          <Words text={shown.refusal.remedy} />
        </Alert>
      )}
      {shown && (
        <Choices
          shown={shown}
          opened={opened}
          preview={preview}
          chosen={chosen}
          error={chosen.size > 0 ? asked.error : null}
          onChange={setChosen}
        />
      )}
      {shown && preview && preview.images > 0 && looked && !shown.refusal && (
        <Confirm
          key={`${preview.images} ${registry}`}
          workspace={workspace}
          form={looked}
          registry={registry}
          preview={preview}
          stale={opened !== undefined && (asked.isFetching || parts.length !== chosen.size)}
          desk={opened && { desk: opened.desk, parts: [...chosen] }}
          onRun={onRun}
        />
      )}
    </Screen>
  );
}

/** What may be chosen, what goes, and what stays. */
function Choices({
  shown,
  opened,
  preview,
  chosen,
  error,
  onChange,
}: {
  shown: Opened | FromFile;
  /** Undefined: a configuration chose. */
  opened: Opened | undefined;
  preview: DeletePreview | undefined;
  chosen: ReadonlySet<string>;
  /** Of the preview. */
  error: Error | null;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  return (
    <div className="al-delete-two">
      {opened ? (
        <Card
          title="What may go"
          note={
            <>
              {counted(opened.images, 'image')}, read <RelativeTime at={opened.readAt} />
            </>
          }
          flush
        >
          {opened.choices.length === 0 ? (
            <Empty title="Nothing to choose">
              The registry has nothing that a configuration of this workspace asked for.
            </Empty>
          ) : (
            <ChoiceTree choices={opened.choices} chosen={chosen} onChange={onChange} />
          )}
        </Card>
      ) : (
        preview && <GoesCard preview={preview} />
      )}
      <div className="al-column">
        {preview && opened && <GoesCard preview={preview} />}
        {preview ? (
          <StaysCard preview={preview} cluster={shown.cluster} toldBy={keptWords(shown)} />
        ) : (
          <Card title="What stays">
            <p className="al-sub">Everything, until something is chosen. {keptWords(shown)}</p>
            <KeptForCluster words={shown.cluster} />
          </Card>
        )}
        {error && <FailureAlert error={error} title="The preview was not made" />}
        {opened && opened.problems.length > 0 && (
          <Card title="What to know" note={count(opened.problems.length)}>
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
  desk,
  onRun,
}: {
  workspace: string;
  form: DeleteForm;
  registry: string;
  preview: DeletePreview;
  /** The preview is of an earlier choice. */
  stale: boolean;
  desk: { desk: string; parts: string[] } | undefined;
  onRun: (run: { root: string; sequence: number }) => void;
}) {
  const write = useDo('deletes.write');
  const writeFile = useDo('deletes.fromFile');
  const begin = useDo('deletes.run');
  const [saved, setSaved] = useState<{ files: string[]; command: string }>();
  const save = async () => {
    const ticket = crypto.randomUUID();
    const written = desk
      ? await write.mutateAsync(desk)
      : await writeFile.mutateAsync({ ...askedOf(workspace, form), file: form.file, ticket, write: true });
    setSaved(written);
    return written;
  };
  const busy = begin.isPending
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
      error={write.error ?? writeFile.error ?? begin.error}
      onSave={() => void save().catch(() => undefined)}
      onDelete={({ forceCacheDelete }) => {
        save()
          .then((written) =>
            begin.mutate(
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
