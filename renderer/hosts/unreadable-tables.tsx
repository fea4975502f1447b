import { UnreadableFiles } from '../editor/unreadable-files.tsx';
import { useAsk } from '../engine/requests.ts';
import { t } from './messages.ts';

/** Lists the saved host tables that can't be read. */
export function UnreadableTables() {
  const problems = useAsk('hosts.list', {}, { staleTime: 0 }).data?.unreadable;
  return <UnreadableFiles problems={problems} titleOf={(count) => t('unreadableTablesTitle', { count })} />;
}
