import { Link } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { useAsk } from '../../engine/requests.ts';
import { deletionAddress } from '../../parts/addresses.ts';
import { t } from './messages.ts';

/** Links to the deletion: its verification, and how to free the space, restore the images or continue. */
export function DeletionLink({ run, primary = false }: { run: LiveRun; primary?: boolean }) {
  const lines = useAsk('workspaces.list', {}).data?.workspaces;
  const enclaves = lines?.find(({ directory }) => directory === run.run.root)?.enclaves ?? [];
  const own = enclaves.find(({ lastPush }) => run.target !== undefined && lastPush?.target === run.target);
  return (
    <Link
      className={`pf-v6-c-button ${primary ? 'pf-m-primary' : 'pf-m-secondary'}`}
      to={deletionAddress((own ?? enclaves[0])?.name ?? 'default', run.run)}
    >
      {t(isUnderWay(run) ? 'followDeletionButton' : 'showDeletionButton')}
    </Link>
  );
}
