import { pathText, valueAt } from '../../../core/contract/documents/document.ts';
import { secretPaths } from '../../../core/contract/documents/install-config.ts';
import { Card } from '../../parts/screen.tsx';
import { t } from './messages.ts';
import { SecretState } from './secret-field.tsx';
import { useConfig } from './use-config.tsx';

/** The secrets of the file, and whether the engine has them. */
export function SecretsOverview() {
  const { readable } = useConfig();
  const paths = secretPaths(readable);
  return (
    <Card title={t('secretsTitle')} note={t('secretsNote')} flush label={t('secretsTitle')}>
      {paths.length === 0 ? (
        <p className="al-in al-sub">{t('secretsEmpty')}</p>
      ) : (
        <table className="al-plain-table">
          <thead>
            <tr>
              <th scope="col">{t('fieldColumn')}</th>
              <th scope="col">{t('stateColumn')}</th>
            </tr>
          </thead>
          <tbody>
            {paths.map((path) => (
              <tr key={pathText(path)}>
                <th scope="row" className="al-mono al-anywhere">
                  {pathText(path)}
                </th>
                <td>
                  <SecretState value={valueAt(readable, path)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
