import { PasteIcon } from '@patternfly/react-icons/dist/esm/icons/paste-icon';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { mergeHosts, type SetHost } from '../../core/contract/documents/nmstate.ts';
import { useClient } from '../engine/provider.tsx';
import { Empty } from '../parts/empty.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { t } from './messages.ts';
import { emptyHost, likelyLayout } from './table-edits.ts';
import { TemplateButton } from './template-button.tsx';
import { UnreadableTables } from './unreadable-tables.tsx';
import { createSet } from './use-hosts.tsx';

/** What Hosts shows without a table: what a table is for, and how to create one. */
export function HostsEmpty() {
  const client = useClient();
  const [importing, setImporting] = useState(false);
  const create = (hosts: readonly SetHost[], source: string) => {
    createSet(client, 'hosts', { hosts, source, layout: likelyLayout(hosts) });
  };
  return (
    <Screen eyebrow={[t('topic')]} sentence={t('startTitle')}>
      <UnreadableTables />
      <Card>
        <Empty
          title={t('noTableTitle')}
          action={
            <>
              <RequestButton request="hosts.save" icon={<PasteIcon />} onClick={() => setImporting(true)}>
                {t('importButton')}
              </RequestButton>
              <RequestButton
                request="hosts.save"
                variant="secondary"
                onClick={() => create([{ ...emptyHost(), name: 'master-0', role: 'master' }], '')}
              >
                {t('createTableButton')}
              </RequestButton>
              <TemplateButton />
            </>
          }
        >
          <p>{t('noTableText')}</p>
          <p>{t('noTableOutputsText')}</p>
          <p>
            {t.parts<'adoptText', ReactNode>('adoptText', {
              adopt: (inner) => (
                <Link key="adopt" to="/hosts/adopt">
                  {inner}
                </Link>
              ),
            })}
          </p>
        </Empty>
      </Card>
      {importing && (
        <ImportDialog
          known={[]}
          onClose={() => setImporting(false)}
          onImport={(hosts, { source, mode }) => {
            setImporting(false);
            create(mergeHosts([], hosts, mode).hosts, source);
          }}
        />
      )}
    </Screen>
  );
}
