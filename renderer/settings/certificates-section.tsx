import { Alert, AlertActionCloseButton } from '@patternfly/react-core/dist/esm/components/Alert';
import { useState } from 'react';
import type { Authority } from '../../core/contract/topics/settings.ts';
import { useAsk } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { underHome } from '../parts/paths.ts';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { useNow } from '../parts/time.tsx';
import { t } from './messages.ts';
import { authoritiesSentence, commonName, expiry, ownAuthorities } from './parts/authority-words.ts';
import { SettingsFrame } from './parts/settings-frame.tsx';
import { TrustAuthority } from './registries/trust-authority.tsx';

/** `/settings/certificates`: the trusted CAs. */
export function CertificatesSection() {
  const list = useAsk('authorities.list', {}, { staleTime: 0 });
  const home = useAsk('host.describe', {}).data?.home;
  const now = useNow(60_000);
  const [added, setAdded] = useState<{ file: string; subjects: string[] }>();
  const found = list.data;
  const { own, named } = ownAuthorities(found?.authorities ?? [], found?.systemFile);
  return (
    <SettingsFrame
      section="certificates"
      sentence={found ? authoritiesSentence(own, found.systemCount, now) : t('casLoadingTitle')}
    >
      {list.error && <FailureAlert error={list.error} title={t('casFailedTitle')} />}
      {added && (
        <Alert
          isInline
          variant="success"
          title={t('caAddedTitle', { authorities: added.subjects.map(commonName).join(', ') })}
          actionClose={<AlertActionCloseButton onClose={() => setAdded(undefined)} />}
        >
          {t.parts('caAddedText', {
            name: underHome(added.file, home),
            file: (inner) => (
              <span key="file" className="al-mono">
                {inner}
              </span>
            ),
          })}
        </Alert>
      )}
      <div className="al-registries">
        <Card title={t('registryCasTitle')} flush>
          {found && own.length === 0 && <p className="al-in al-sub">{t('noRegistryCasText')}</p>}
          {own.length > 0 && <AuthorityTable authorities={own} home={home} now={now} />}
          {found && (
            <p className="al-card-foot al-sub al-small">
              {found.systemFile
                ? t.parts('fileCasNote', {
                    count: found.systemCount,
                    name: found.systemFile,
                    file: (inner) => (
                      <span key="file" className="al-mono al-anywhere">
                        {inner}
                      </span>
                    ),
                  })
                : t('systemCasNote', { count: found.systemCount })}
            </p>
          )}
          {named.length > 0 && (
            <details className="al-named-authorities">
              <summary>{t('listCasLabel', { count: named.length })}</summary>
              <AuthorityTable authorities={named} home={home} now={now} />
            </details>
          )}
        </Card>
        <Card title={t('trustCaTitle')}>
          <TrustAuthority onTrusted={setAdded} />
        </Card>
      </div>
    </SettingsFrame>
  );
}

function AuthorityTable({
  authorities,
  home,
  now,
}: {
  authorities: Authority[];
  home: string | undefined;
  now: Date;
}) {
  return (
    <table className="al-plain-table">
      <thead>
        <tr>
          <th scope="col">{t('caColumn')}</th>
          <th scope="col">{t('scopeColumn')}</th>
          <th scope="col">{t('expiresColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {authorities.map((authority) => {
          const end = expiry(authority, now);
          return (
            <tr key={`${authority.file} ${authority.subject} ${authority.notAfter}`}>
              <th scope="row">
                <span title={authority.subject}>{commonName(authority.subject)}</span>
                <div className="al-sub al-small al-mono al-anywhere al-light">
                  {underHome(authority.file, home)}
                </div>
              </th>
              <td>{authority.scope}</td>
              <td className="al-nowrap">
                <StateMark mark={end.mark}>{end.words}</StateMark>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
