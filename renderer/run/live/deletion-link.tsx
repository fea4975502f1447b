import { Link } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { useAsk } from '../../engine/requests.ts';
import { deletionAddress } from '../../parts/addresses.ts';

/** To what a deletion did: what was verified, how to free the space, how to have it again, how to go on. */
export function DeletionLink({ run, primary = false }: { run: LiveRun; primary?: boolean }) {
  const lines = useAsk('workspaces.list', {}).data?.workspaces;
  const enclaves = lines?.find(({ directory }) => directory === run.run.root)?.enclaves ?? [];
  const own = enclaves.find(({ lastPush }) => run.target !== undefined && lastPush?.target === run.target);
  return (
    <Link
      className={`pf-v6-c-button ${primary ? 'pf-m-primary' : 'pf-m-secondary'}`}
      to={deletionAddress((own ?? enclaves[0])?.name ?? 'default', run.run)}
    >
      {isUnderWay(run) ? 'Follow the deletion' : 'Show the deletion'}
    </Link>
  );
}
