import './cluster.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { RequestOutput } from '../../core/contract/contract.ts';
import type { ClusterComparisonLine, ClusterJob } from '../../core/contract/topics/clusters.ts';
import { isUnderWay } from '../../core/contract/topics/job.ts';
import { useClient } from '../engine/provider.tsx';
import { useAsk, useDo } from '../engine/requests.ts';
import { useJobs } from '../job/use-jobs.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { clusterRequest } from '../parts/fields/cluster-choice.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { useAddress } from '../parts/use-address.ts';
import { ApplyView } from './apply-view.tsx';
import { type ApplyHow, BeforeCard } from './before-card.tsx';
import { CheckCard, type CheckForm } from './check-card.tsx';
import { CheckView } from './check-view.tsx';
import { canApply, chosenAtFirst, comparisonSentence, objectKey } from './cluster-words.ts';
import { useComparedVersion } from './compared-version.ts';
import { type ClusterForm, ConnectCard } from './connect-card.tsx';
import { InspectCard } from './inspect-card.tsx';
import { t } from './messages.ts';
import { ObjectCard } from './object-card.tsx';
import { ObjectTable } from './object-table.tsx';
import { RecordsCard } from './records-card.tsx';
import { RollbackDialog } from './rollback-dialog.tsx';

/**
 * `/cluster?directory=&kubeconfig=&context=&to=&inspection=&job=`: compares the manifests of mirrored content with a cluster,
 * applies them and rolls them back. Checks upgrade readiness. Without parameters, it shows the last apply or rollback.
 */
export default function ClusterScreen() {
  const [address, change] = useAddress();
  const folders = useAsk('clusters.folders', {});
  const jobs = useJobs('cluster');
  const [compared, setCompared] = useState<{ comparison: ClusterComparisonLine; form: ClusterForm }>();
  const [checked, setChecked] = useState<RequestOutput<'clusters.check'>>();
  const [error, setError] = useState<unknown>();
  const [comparing, setComparing] = useState(false);
  const [rolling, setRolling] = useState<string>();
  const [isCheckNext, setCheckNext] = useState(false);
  const pending = useRef<AbortController>(undefined);
  const client = useClient();
  const practice = useAsk('practice.state', {}).data;
  const directory = address.get('directory') ?? folders.data?.folders[0]?.directory ?? '';
  const releaseIn = (manifests: string) =>
    folders.data?.folders.find((folder) => folder.directory === manifests)?.release;
  const defaults: ClusterForm & CheckForm = {
    ...{ directory: '', context: '', inspection: '' },
    // The manifests of practice are for its own cluster.
    kubeconfig: (isInside(directory, practice?.directory) && practice?.kubeconfig) || '',
    to: releaseIn(directory) ?? '',
  };
  const field = (name: keyof typeof defaults) => address.get(name) ?? defaults[name];
  const form: ClusterForm = { directory, kubeconfig: field('kubeconfig'), context: field('context') };
  const checkForm: CheckForm = { to: field('to'), inspection: field('inspection') };
  const save = (next: Partial<ClusterForm & CheckForm>) =>
    change((parameters) => {
      for (const [name, value] of Object.entries(next))
        if (value === defaults[name as keyof typeof defaults]) parameters.delete(name);
        else parameters.set(name, value);
    });
  const setShown = (id: string) => change((parameters) => parameters.set('job', id));
  const shown = address.get('job');
  // A link to a form has parameters.
  const last = address.size === 0 ? jobs.find(({ steps }) => steps === undefined) : undefined;
  const job = jobs.find(({ id }) => id === shown) ?? jobs.find(isUnderWay) ?? last;
  const close = () => change((parameters) => parameters.set('job', ''));
  const compare = async (form: ClusterForm) => {
    const controller = new AbortController();
    pending.current?.abort();
    pending.current = controller;
    setComparing(true);
    setError(undefined);
    setCheckNext(false);
    if (job) close();
    try {
      const comparison = await client.request(
        'clusters.compare',
        { ...clusterRequest(form), directory: form.directory, overwrite: false },
        { signal: controller.signal },
      );
      setCompared({ comparison, form });
      useComparedVersion.setState({ version: comparison.openShiftVersion });
    } catch (thrown) {
      if (!controller.signal.aborted) setError(thrown);
    } finally {
      if (pending.current === controller) setComparing(false);
    }
  };
  const comparedServer = ({ context }: ClusterJob) =>
    compared?.comparison.context === context ? compared?.comparison.server : undefined;
  const rollback = rolling !== undefined && (
    <RollbackDialog
      record={rolling}
      choice={clusterRequest(compared?.form ?? form)}
      onClose={() => setRolling(undefined)}
      onStarted={(started) => {
        setRolling(undefined);
        setShown(started.id);
      }}
    />
  );
  if (job) {
    const applied = formOf(job, compared?.form ?? form);
    return (
      <>
        <ApplyView
          job={job}
          eyebrow={[
            t('topic'),
            ...(job.context ? [<strong key="context">{job.context}</strong>] : []),
            // The engine reports the server when the job has ended.
            ...[job.server ?? comparedServer(job)].filter((server) => server !== undefined),
          ]}
          onCompare={() => {
            save(applied);
            void compare(applied);
          }}
          onClose={() => {
            setCompared(undefined);
            save(applied);
            close();
          }}
          onRollback={job.action === 'apply' && !job.dryRun ? setRolling : undefined}
        />
        {rollback}
      </>
    );
  }
  if (compared)
    return (
      <>
        <Compared
          key={compared.comparison.comparedAt}
          comparison={compared.comparison}
          form={compared.form}
          mirrored={releaseIn(compared.form.directory)}
          onStarted={(started) => setShown(started.id)}
          onBack={() => setCompared(undefined)}
          onCheck={() => {
            save({ ...compared.form, context: compared.comparison.context });
            setCompared(undefined);
            setCheckNext(true);
          }}
        />
        {rollback}
      </>
    );
  if (checked) return <CheckView answer={checked} onBack={() => setChecked(undefined)} />;
  return (
    <Screen eyebrow={[t('topic'), t('subtitle')]} sentence={t('startTitle')}>
      <ConnectCard
        form={form}
        comparing={comparing}
        primary={!isCheckNext}
        onChange={save}
        onCompare={() => void compare(form)}
        onCancel={() => pending.current?.abort()}
      />
      {error !== undefined && <FailureAlert error={error} title={t('compareFailedTitle')} />}
      <InspectCard choice={clusterRequest(form)} onUse={(inspection) => save({ inspection })} />
      <CheckCard
        form={checkForm}
        choice={clusterRequest(form)}
        primary={isCheckNext}
        onChange={save}
        onChecked={setChecked}
      />
      <RecordsCard onRollback={setRolling} />
      {rollback}
    </Screen>
  );
}

/** Returns whether a path is below a directory. */
function isInside(path: string, directory: string | undefined): boolean {
  return directory !== undefined && path.startsWith(`${directory}/`);
}

/** Returns the form of an apply, or of the cluster of a rollback. */
function formOf(
  { action, from, kubeconfig = '', context = '', steps }: ClusterJob,
  form: ClusterForm,
): ClusterForm {
  if (steps) return form;
  return { directory: action === 'apply' ? from : form.directory, kubeconfig, context };
}

function Compared({
  comparison,
  form,
  mirrored,
  onStarted,
  onBack,
  onCheck,
}: {
  comparison: ClusterComparisonLine;
  form: ClusterForm;
  /** The newest release in the mirror, if it is known. */
  mirrored: string | undefined;
  onStarted: (job: ClusterJob) => void;
  onBack: () => void;
  /** Continues with the upgrade readiness, when there is nothing to apply. */
  onCheck: () => void;
}) {
  const { objects, openShiftVersion: installed } = comparison;
  // The mirror has no release to upgrade to.
  const isInstalled = installed !== undefined && mirrored === installed;
  const next = objects.some(({ action }) => action === 'rejected') ? 'secondary' : 'primary';
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => chosenAtFirst(objects));
  const [open, setOpen] = useState(() => {
    const first = objects.find(canApply) ?? objects[0];
    return first && objectKey(first);
  });
  const [how, setHow] = useState<ApplyHow>({ overwrite: false, allowRemoval: false });
  const apply = useDo('clusters.apply');
  const picked = objects.filter((object) => chosen.has(objectKey(object)));
  const conflicts = picked.some(({ action }) => action === 'conflict');
  const removals = picked.some((object) => object.removals.length > 0);
  const blocked = (conflicts && !how.overwrite) || (removals && !how.allowRemoval);
  const shown = objects.find((object) => objectKey(object) === open);
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  // The job's first event replaces this view before the response arrives: callbacks of `mutate` would be lost.
  const start = (dryRun: boolean) =>
    void apply
      .mutateAsync({
        ...clusterRequest(form),
        context: comparison.context,
        ...how,
        dryRun,
        directory: form.directory,
        objects: picked.map(({ apiVersion, kind, name, namespace }) => ({
          ...{ apiVersion, kind, name },
          namespace,
        })),
      })
      .then(onStarted, () => undefined);
  return (
    <Screen
      eyebrow={[t('topic'), <strong key="context">{comparison.context}</strong>, comparison.server]}
      sentence={comparisonSentence(comparison, chosen)}
      actions={
        <>
          {objects.some(canApply) ? (
            <>
              <RequestButton
                request="clusters.apply"
                variant="primary"
                isDisabled={picked.length === 0 || blocked || apply.isPending}
                isLoading={apply.isPending}
                onClick={() => start(false)}
              >
                {t('applyButton', { objects: picked.length })}
              </RequestButton>
              <RequestButton
                request="clusters.apply"
                variant="secondary"
                isDisabled={picked.length === 0 || apply.isPending}
                onClick={() => start(true)}
              >
                {t('dryRunButton')}
              </RequestButton>
            </>
          ) : (
            <>
              {isInstalled && (
                <Link
                  className={`pf-v6-c-button pf-m-${next}`}
                  to={`/upgrades?${new URLSearchParams({ from: installed })}`}
                >
                  {t('upgradePathButton')}
                </Link>
              )}
              <Button variant={isInstalled ? 'secondary' : next} onClick={onCheck}>
                {t('checkTitle')}
              </Button>
            </>
          )}
          <Button variant="link" onClick={onBack}>
            {t('otherClusterButton')}
          </Button>
        </>
      }
    >
      {apply.error && <FailureAlert error={apply.error} title={t('applyFailedTitle')} />}
      <Card
        title={t('objectsTitle')}
        note={t.parts('comparedNote', {
          time: () => <RelativeTime key="time" at={comparison.comparedAt} />,
        })}
        flush
      >
        <ObjectTable objects={objects} chosen={chosen} open={open} onToggle={toggle} onOpen={setOpen} />
      </Card>
      <div className="al-cluster-two">
        {shown && <ObjectCard key={open} object={shown} />}
        {objects.some(canApply) && (
          <BeforeCard
            comparison={comparison}
            how={how}
            conflicts={conflicts}
            removals={removals}
            onChange={setHow}
          />
        )}
      </div>
    </Screen>
  );
}
