import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ChainSite, SiteTransfer } from '../../core/contract/topics/sites.ts';
import { size } from '../parts/format.ts';
import { RelativeTime } from '../parts/time.tsx';
import { t } from './messages.ts';
import { contentWords, siteName, transfersIn } from './site-words.ts';

/** Shows the content of the picture as a table. */
export function SiteTable({
  sites,
  chosen,
  onChoose,
}: {
  sites: readonly ChainSite[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  return (
    <div className="al-sites-table">
      <table className="al-plain-table">
        <thead>
          <tr>
            <th>{t('siteColumn')}</th>
            <th>{t('supplierColumn')}</th>
            <th>{t('contentColumn')}</th>
            <th className="al-cell-end">{t('sizeColumn')}</th>
            <th>{t('transitColumn')}</th>
            <th>{t('waitingColumn')}</th>
            <th>{t('acknowledgedColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {sites.map((site) => {
            const supplier = sites.find(({ id }) => id === site.parent);
            return (
              <tr key={site.id} aria-current={site.id === chosen || undefined}>
                <th scope="row">
                  <Button variant="link" isInline onClick={() => onChoose(site.id)}>
                    {siteName(site)}
                  </Button>
                </th>
                <td>{supplier ? siteName(supplier) : ''}</td>
                <td>{contentWords(site)}</td>
                <td className="al-cell-end al-num">
                  {site.content.bytes > 0 ? size(site.content.bytes) : ''}
                </td>
                <td className="al-num">{amount(site, 'in-transit', site.inTransit.bytes)}</td>
                <td className="al-num">{amount(site, 'waiting', site.waiting.bytes)}</td>
                <td>
                  {site.lastAcknowledgedAt !== undefined && <RelativeTime at={site.lastAcknowledgedAt} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function amount(site: ChainSite, state: SiteTransfer['state'], bytes: number): string {
  const transfers = transfersIn(site, state).length;
  return transfers > 0 ? t('amount', { transfers, size: size(bytes) }) : '';
}
