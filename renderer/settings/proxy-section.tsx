import { useAsk } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { Card } from '../parts/screen.tsx';
import { proxyMeaning } from './parts/proxy-words.ts';
import { SettingsFrame } from './parts/settings-frame.tsx';

const EXAMPLE = [
  'export HTTPS_PROXY=http://proxy.example:3128',
  'export NO_PROXY=.lab,10.0.0.0/8,registry.lab:5000',
];

export function ProxySection() {
  const host = useAsk('host.describe', {});
  const variables = host.data?.proxies ?? [];
  const meaning = proxyMeaning(variables);
  const commands = [...EXAMPLE, ...(host.data?.carrier === 'desktop' ? [] : ['airlock serve'])].join('\n');
  return (
    <SettingsFrame section="proxy" sentence={host.data ? meaning.sentence : 'Proxy'}>
      {host.error && <FailureAlert error={host.error} title="The environment could not be read" />}
      {host.data && (
        <div className="al-registries">
          <div className="al-column">
            <Card title="What goes which way" flush>
              <table className="al-plain-table">
                <thead>
                  <tr>
                    <th scope="col">Requests</th>
                    <th scope="col">Way</th>
                    <th scope="col">Because of</th>
                  </tr>
                </thead>
                <tbody>
                  {meaning.ways.map(({ what, way, because }) => (
                    <tr key={what}>
                      <th scope="row">{what}</th>
                      <td className="al-anywhere">{way}</td>
                      <td className="al-sub">{because}</td>
                    </tr>
                  ))}
                  {meaning.direct.map((name) => (
                    <tr key={name}>
                      <th scope="row" className="al-mono al-anywhere">
                        {name}
                      </th>
                      <td>asked directly</td>
                      <td className="al-sub">{name === meaning.direct[0] ? 'always so' : 'NO_PROXY'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Card>
            <Card title="What the environment says">
              {variables.length === 0 ? (
                <p className="al-sub">HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY are not set.</p>
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
          <Card title="To change it" actions={<CopyButton text={commands} what="Copy the commands" />}>
            <div className="al-column">
              <p>
                The proxy is read from the environment when Airlock starts, as curl, podman and oc-mirror read
                it. Set the variables, end Airlock and start it again; runs are paused and go on.
              </p>
              <pre className="al-settings-code">{commands}</pre>
              <p className="al-sub">
                NO_PROXY takes names with all their subdomains (<code>quay.io</code>), subdomains alone (
                <code>.quay.io</code>), addresses, networks (<code>10.0.0.0/8</code>), and a port behind any
                of them. A user for the proxy goes before its name (
                <code>http://user:password@proxy:3128</code>); it is never shown or logged.
              </p>
            </div>
          </Card>
        </div>
      )}
    </SettingsFrame>
  );
}
