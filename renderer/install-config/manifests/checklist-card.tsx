import type { VCenterChecklist } from '../../../core/contract/topics/install-config-requests.ts';
import { counted } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';

const KINDS: Record<string, string> = {
  datacenter: 'Datacenter',
  cluster: 'Compute cluster',
  'host-group': 'Host group',
  'resource-pool': 'Resource pool',
  datastore: 'Datastore',
  network: 'Network',
  folder: 'Folder',
  template: 'Template',
  'tag-category': 'Tag category',
  tag: 'Tag',
  privilege: 'Privileges on',
};

/** What must be in each vCenter before the installation begins. */
export function ChecklistCard({ parts }: { parts: readonly VCenterChecklist[] }) {
  if (parts.length === 0) return null;
  return (
    <Card
      title="Before installing"
      note="What must be in each vCenter; vcenter-checklist.md has the same"
      flush
      label="Before installing"
    >
      {parts.map(({ server, failureDomains, items }) => (
        <details key={server} className="al-ic-checklist">
          <summary>
            <strong className="al-mono">{server}</strong>{' '}
            <span className="al-sub">
              {failureDomains.join(', ') || 'no failure domain'} · {counted(items.length, 'thing')} to see to
            </span>
          </summary>
          <ul>
            {items.map(({ kind, name, by, why, privileges }) => (
              <li key={`${kind} ${name}`}>
                <StateMark mark={by === 'installer' ? 'good' : 'waiting'} />
                <div>
                  <p>
                    {KINDS[kind] ?? kind} <span className="al-mono al-anywhere">{name}</span>
                    {by === 'installer' && <span className="al-sub"> · the installer makes it</span>}
                  </p>
                  <p className="al-sub al-small">{why}</p>
                  {privileges && <p className="al-mono al-small al-anywhere">{privileges.join(', ')}</p>}
                </div>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Card>
  );
}
