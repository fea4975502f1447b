import { useAsk } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { Card } from '../parts/screen.tsx';
import { t } from './messages.ts';
import { t as parts } from './parts/messages.ts';
import { proxyMeaning } from './parts/proxy-words.ts';
import { SettingsFrame } from './parts/settings-frame.tsx';

const EXAMPLE = [
  'export HTTPS_PROXY=http://proxy.example:3128',
  'export NO_PROXY=.lab,10.0.0.0/8,registry.lab:5000',
];

/** `/settings/proxy`: the routes of requests, and the variables that set them. */
export function ProxySection() {
  const host = useAsk('host.describe', {});
  const variables = host.data?.proxies ?? [];
  const meaning = proxyMeaning(variables);
  const commands = [...EXAMPLE, ...(host.data?.carrier === 'desktop' ? [] : ['airlock serve'])].join('\n');
  return (
    <SettingsFrame section="proxy" sentence={host.data ? meaning.sentence : t('proxyLoadingTitle')}>
      {host.error && <FailureAlert error={host.error} title={t('environmentFailedTitle')} />}
      {host.data && (
        <div className="al-registries">
          <div className="al-column">
            <Card title={t('routesTitle')} flush>
              <table className="al-plain-table">
                <thead>
                  <tr>
                    <th scope="col">{t('requestsColumn')}</th>
                    <th scope="col">{t('routeColumn')}</th>
                    <th scope="col">{t('sourceColumn')}</th>
                  </tr>
                </thead>
                <tbody>
                  {meaning.routes.map(({ requests, route, source }) => (
                    <tr key={requests}>
                      <th scope="row">{requests}</th>
                      <td className="al-anywhere">{route}</td>
                      <td className="al-sub">{source}</td>
                    </tr>
                  ))}
                  {meaning.direct.map((name) => (
                    <tr key={name}>
                      <th scope="row" className="al-mono al-anywhere">
                        {name}
                      </th>
                      <td>{parts('directRoute')}</td>
                      <td className="al-sub">
                        {name === meaning.direct[0] ? t('loopbackSource') : 'NO_PROXY'}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Card>
            <Card title={t('environmentTitle')}>
              {variables.length === 0 ? (
                <p className="al-sub">{t('noVariablesText')}</p>
              ) : (
                <dl className="al-facts">
                  {variables.map(({ name, value }) => (
                    <div key={name} className="al-contents">
                      <dt className="al-mono">{name}</dt>
                      <dd className="al-mono al-anywhere">{value}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </Card>
          </div>
          <Card
            title={t('changeProxyTitle')}
            actions={<CopyButton text={commands} what={t('copyProxyCommandsButton')} />}
          >
            <div className="al-column">
              <p>{t('changeProxyText')}</p>
              <pre className="al-settings-code">{commands}</pre>
              <p className="al-sub">
                {t.parts('noProxyHelp', { code: (inner) => <code key={String(inner)}>{inner}</code> })}
              </p>
              <p className="al-sub">
                {t.parts('proxyUserHelp', { code: (inner) => <code key="code">{inner}</code> })}
              </p>
            </div>
          </Card>
        </div>
      )}
    </SettingsFrame>
  );
}
