import './storage.css';
import { useState } from 'react';
import { Link } from 'react-router';
import { capitalized } from '../../core/contract/documents/words.ts';
import type { WorkspaceUsageLine } from '../../core/contract/topics/transfers.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { useAsk } from '../engine/requests.ts';
import { enclaveAddress } from '../parts/addresses.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { size } from '../parts/format.ts';
import { baseName } from '../parts/paths.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { Term, termTag } from '../parts/term.tsx';
import { ToKnow } from '../parts/to-know.tsx';
import { useAddress } from '../parts/use-address.ts';
import { t } from './messages.ts';
import { PruneDialog } from './prune-dialog.tsx';
import { diskParts, storageSentence } from './storage-words.ts';

/** `/storage?workspace=`: what fills a workspace, why it stays, and what may go. */
export default function StorageScreen() {
  const [address] = useAddress();
  const used = useCurrentWorkspace();
  const workspace = address.get('workspace') ?? used ?? '';
  const lines = useAsk('workspaces.list', {}).data?.workspaces;
  const practice = lines?.some((line) => line.directory === workspace && line.practice);
  const name = practice ? 'Practice' : baseName(workspace);
  const usage = useAsk('storage.usage', { workspace }, { enabled: workspace !== '', staleTime: 0 });
  const plan = useAsk('storage.planPrune', { workspace }, { enabled: workspace !== '', staleTime: 0 });
  const [removing, setRemoving] = useState(false);
  const [problems, setProblems] = useState<ContractProblem[]>([]);
  const found = usage.data;
  const removable = plan.data && plan.data.remove.length > 0 ? plan.data : undefined;
  const error = usage.error ?? plan.error;
  return (
    <Screen
      eyebrow={[
        <Term key="topic" term="workspace">
          {t('topic')}
        </Term>,
        <strong key="name">{name}</strong>,
        t('subtitle'),
      ]}
      sentence={
        found ? storageSentence(name, found, plan.data) : error ? t('failedTitle') : t('loadingTitle')
      }
      actions={
        removable && (
          <RequestButton request="storage.prune" variant="primary" onClick={() => setRemoving(true)}>
            {t('freeButton', { size: size(removable.bytes) })}
          </RequestButton>
        )
      }
    >
      {error && <FailureAlert error={error} title={t('readFailedTitle')} />}
      <ToKnow problems={problems} />
      {found && (
        <>
          <Disk usage={found} />
          <div className="al-storage-two">
            <Sets usage={found} workspace={workspace} />
            <Deliverables usage={found} />
          </div>
        </>
      )}
      {removing && removable && (
        <PruneDialog
          workspace={workspace}
          plan={removable}
          onClose={() => setRemoving(false)}
          onDone={(found) => {
            setRemoving(false);
            setProblems(found);
          }}
        />
      )}
    </Screen>
  );
}

function Disk({ usage }: { usage: WorkspaceUsageLine }) {
  const parts = diskParts(usage);
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Card label={t('diskLabel')}>
      <div className="al-disk" aria-hidden="true">
        {parts.map(({ name, bytes, kind, tone }) => (
          <i
            key={name}
            className={`al-disk-${kind}`}
            style={{ width: `${(bytes / total) * 100}%`, opacity: tone }}
          />
        ))}
      </div>
      <dl className="al-disk-parts">
        {parts.map(({ name, bytes, kind, tone }) => (
          <div key={name}>
            <dt>
              <i className={`al-disk-${kind}`} style={{ opacity: tone }} aria-hidden="true" />
              {name}
            </dt>
            <dd className="al-num">{size(bytes)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Sets({ usage, workspace }: { usage: WorkspaceUsageLine; workspace: string }) {
  if (usage.sets.length === 0)
    return (
      <Card label={t('emptyTitle')}>
        <Empty title={t('emptyTitle')}>{t.parts('emptyText', { term: termTag('archiveSet') })}</Empty>
      </Card>
    );
  return (
    <Card title={t('setsTitle')} note={t('setsNote')} flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">{t('setColumn')}</th>
            <th scope="col" className="al-cell-end">
              {t('sizeColumn')}
            </th>
            <th scope="col" className="al-cell-end" title={t('uniqueSizeTip')}>
              {t('uniqueSizeColumn')}
            </th>
            <th scope="col">{t('reasonColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {usage.sets.map(({ name, enclave, bytes, exclusiveBytes, retentionReason }) => (
            <tr key={name}>
              <th scope="row">
                <Link className="al-nowrap" to={enclaveAddress(workspace, enclave, name)}>
                  {name}
                </Link>
              </th>
              <td className="al-cell-end al-nowrap">{size(bytes)}</td>
              <td className="al-cell-end al-nowrap">{size(exclusiveBytes)}</td>
              <td>
                {retentionReason ? (
                  <StateMark mark="blocked">{capitalized(retentionReason)}</StateMark>
                ) : (
                  <StateMark mark="good">{t('removable')}</StateMark>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Deliverables({ usage }: { usage: WorkspaceUsageLine }) {
  if (usage.deliverables.length === 0) return null;
  return (
    <Card title={t('deliverablesTitle')} flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">{t('deliverableColumn')}</th>
            <th scope="col" className="al-cell-end">
              {t('sizeColumn')}
            </th>
            <th scope="col" className="al-cell-end" title={t('aloneTip')}>
              {t('aloneColumn')}
            </th>
          </tr>
        </thead>
        <tbody>
          {usage.deliverables.map(({ name, bytes, exclusiveBytes: alone }) => (
            <tr key={name}>
              <th scope="row" className="al-anywhere">
                {capitalized(name)}
              </th>
              <td className="al-cell-end al-nowrap">{size(bytes)}</td>
              <td className="al-cell-end al-nowrap">{size(alone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
