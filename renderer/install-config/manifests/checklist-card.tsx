import type { VCenterChecklist } from '../../../core/contract/topics/install-config-requests.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

const KINDS = {
  datacenter: 'datacenterItem',
  cluster: 'clusterItem',
  'host-group': 'hostGroupItem',
  'resource-pool': 'resourcePoolItem',
  datastore: 'datastoreItem',
  network: 'networkItem',
  folder: 'folderItem',
  template: 'templateItem',
  'tag-category': 'tagCategoryItem',
  tag: 'tagItem',
  machine: 'machineItem',
  privilege: 'privilegeItem',
} as const;

/** The requirements of each vCenter before the installation starts. */
export function ChecklistCard({ parts }: { parts: readonly VCenterChecklist[] }) {
  if (parts.length === 0) return null;
  return (
    <Card title={t('checklistTitle')} note={t('checklistNote')} flush label={t('checklistTitle')}>
      {parts.map(({ server, failureDomains, items }) => (
        <details key={server} className="al-ic-checklist">
          <summary>
            <strong className="al-mono">{server}</strong>{' '}
            <span className="al-sub">
              {failureDomains.length > 0
                ? t('vcenterSummary', { domains: failureDomains.join(', '), items: items.length })
                : t('unusedVCenterSummary', { items: items.length })}
            </span>
          </summary>
          <ul>
            {items.map(({ kind, name, by, why, privileges }) => (
              <li key={`${kind} ${name}`}>
                <StateMark mark={by === 'installer' ? 'good' : 'waiting'} />
                <div>
                  <p>
                    {t.parts(KINDS[kind], {
                      name: () => (
                        <span key="name" className="al-mono al-anywhere">
                          {name}
                        </span>
                      ),
                    })}
                    {by === 'installer' && <span className="al-sub"> · {t('createdByInstaller')}</span>}
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
