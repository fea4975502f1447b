import './storage.css';
import { useState } from 'react';
import { Link } from 'react-router';
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
import { ToKnow } from '../parts/to-know.tsx';
import { useAddress } from '../parts/use-address.ts';
import { PruneDialog } from './prune-dialog.tsx';
import { asSentence, diskParts, storageSentence } from './storage-words.ts';

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
      eyebrow={['Workspace', <strong key="name">{name}</strong>, 'what uses the space']}
      sentence={
        found
          ? storageSentence(name, found, plan.data)
          : error
            ? 'What uses the space was not found out.'
            : 'Looking at what is there.'
      }
      actions={
        removable && (
          <RequestButton request="storage.prune" variant="primary" onClick={() => setRemoving(true)}>
            Free {size(removable.bytes)}
          </RequestButton>
        )
      }
    >
      {error && <FailureAlert error={error} title="The workspace was not read" />}
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
    <Card label="The disk">
      <div className="al-disk" aria-hidden="true">
        {parts.map(({ name, bytes, kind }) => (
          <i key={name} className={`al-disk-${kind}`} style={{ width: `${(bytes / total) * 100}%` }} />
        ))}
      </div>
      <dl className="al-disk-parts">
        {parts.map(({ name, bytes, kind }) => (
          <div key={name}>
            <dt>
              <i className={`al-disk-${kind}`} aria-hidden="true" />
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
      <Card label="No set">
        <Empty title="No set is here">Each whole fetch leaves one. Why it stays will stand beside it.</Empty>
      </Card>
    );
  return (
    <Card title="Sets" note="why each stays" flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">Set</th>
            <th scope="col" className="al-cell-end">
              Size
            </th>
            <th scope="col" className="al-cell-end" title="Of content that no other set here holds">
              Only here
            </th>
            <th scope="col">Stays</th>
          </tr>
        </thead>
        <tbody>
          {usage.sets.map(({ name, enclave, bytes, onlyHere, keep }) => (
            <tr key={name}>
              <th scope="row">
                <Link className="al-nowrap" to={enclaveAddress(workspace, enclave, name)}>
                  {name}
                </Link>
              </th>
              <td className="al-cell-end al-nowrap">{size(bytes)}</td>
              <td className="al-cell-end al-nowrap">{size(onlyHere)}</td>
              <td>
                {keep ? (
                  <StateMark mark="blocked">{asSentence(keep, enclave)}</StateMark>
                ) : (
                  <StateMark mark="good">May go: all of it arrived</StateMark>
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
    <Card title="Only here because of" flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">Release, operator, chart</th>
            <th scope="col" className="al-cell-end">
              Size
            </th>
            <th scope="col" className="al-cell-end" title="Content that nothing else in the sets needs">
              Because of it alone
            </th>
          </tr>
        </thead>
        <tbody>
          {usage.deliverables.map(({ name, bytes, alone }) => (
            <tr key={name}>
              <th scope="row" className="al-anywhere">
                {name}
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
