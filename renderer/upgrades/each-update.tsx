import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { wordList } from '../../core/contract/documents/words.ts';
import type { UpgradeAnswer, UpgradeConfiguration } from '../../core/contract/topics/upgrades.ts';
import { Card } from '../parts/screen.tsx';
import { t } from './messages.ts';
import { t as shared } from './question/messages.ts';

/** Shows a configuration for each update. They are mirrored one after another. */
export function EachUpdate({
  answer: { answer, perHop },
  onAdd,
}: {
  answer: UpgradeAnswer;
  onAdd: (configuration: UpgradeConfiguration) => void;
}) {
  if (!perHop) return <Card title={t('perUpdateTitle')}>{t('perUpdateUnavailable')}</Card>;
  return (
    <Card title={t('perUpdateTitle')} note={t('perUpdateNote')} flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th>{t('updateColumn')}</th>
            <th>{t('selectsColumn')}</th>
            <th>{t('extraColumn')}</th>
            <th>{t('configurationColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {answer!.hops.map(({ from, to }, at) => (
            <tr key={to}>
              <td className="al-strong">{t('updateRange', { from, to })}</td>
              <td>{wordList(perHop[at]!.releases)}</td>
              <td>{perHop[at]!.extra.length === 0 ? t('noExtra') : wordList(perHop[at]!.extra)}</td>
              <td>
                <Button
                  variant="link"
                  isInline
                  aria-label={t('addUpdateButton', { from, to })}
                  onClick={() => onAdd(perHop[at]!)}
                >
                  {shared('addButton')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
