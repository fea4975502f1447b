import { PasteIcon } from '@patternfly/react-icons/dist/esm/icons/paste-icon';
import { useState } from 'react';
import type { SetHost } from '../../core/contract/documents/nmstate.ts';
import { useClient } from '../engine/provider.tsx';
import { Empty } from '../parts/empty.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { emptyHost, likelyLayout } from './table-edits.ts';
import { beginSet } from './use-hosts.tsx';

/** No set of hosts yet: what will be here, and how it comes. */
export function HostsEmpty() {
  const client = useClient();
  const [importing, setImporting] = useState(false);
  const begin = (hosts: readonly SetHost[], source: string) => {
    beginSet(client, 'hosts', { hosts, source, layout: likelyLayout(hosts) });
  };
  return (
    <Screen eyebrow={['Hosts']} sentence="Which machines are to become nodes?">
      <Card>
        <Empty
          title="A table of machines becomes their network"
          action={
            <>
              <RequestButton request="hosts.save" icon={<PasteIcon />} onClick={() => setImporting(true)}>
                Paste or import
              </RequestButton>
              <RequestButton
                request="hosts.save"
                variant="secondary"
                onClick={() => begin([{ ...emptyHost(), name: 'master-0', role: 'master' }], '')}
              >
                Begin with an empty table
              </RequestButton>
            </>
          }
        >
          <p>
            One row a machine: name, role, MACs, address, BMC. From it come the NMState document of each host
            (br-ex on a bond, a VLAN, a static address, …), checked as the node and OVN-Kubernetes read it;
            MachineConfigs for the installer; the set that adds a machine later; and the policies that change
            running nodes.
          </p>
        </Empty>
      </Card>
      {importing && (
        <ImportDialog
          known={[]}
          onClose={() => setImporting(false)}
          onTake={(hosts, source) => {
            setImporting(false);
            begin(hosts, source);
          }}
        />
      )}
    </Screen>
  );
}
