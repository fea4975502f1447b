import { Alert, AlertActionCloseButton } from '@patternfly/react-core/dist/esm/components/Alert';
import { useState } from 'react';
import { Link } from 'react-router';
import { failureOf } from '../../core/contract/contract-error.ts';
import { asSentence, sentenceStart } from '../../core/contract/documents/words.ts';
import { useShell } from '../app-state/shell-state.ts';
import { runKey, useLive } from '../engine/live.ts';
import { useAsk, useDo, useRejection } from '../engine/requests.ts';
import { exactTime } from '../parts/format.ts';
import { underHome } from '../parts/paths.ts';
import { runTitle } from '../parts/run-words.ts';
import { Words } from '../parts/words.tsx';
import { engineNotice } from './engine-notice.ts';
import { t } from './messages.ts';

/** Shows problems of the host or its engine above every screen, and announces them to screen readers. */
export function Notices() {
  const connected = useLive((live) => live.connected);
  const unheard = useLive((live) => live.unheard);
  const engine = useLive((live) => live.engine);
  const runs = useLive((live) => live.jobs.run);
  const dismissed = useShell((state) => state.dismissed);
  const notice = engineNotice(engine, (run) => {
    const live = runs[runKey(run)];
    return live && runTitle(live);
  });
  const shown = notice && engine && !(notice.dismissable && dismissed === engine.at);
  return (
    <div className="al-notices" role="status">
      {!connected && (
        <Alert
          variant="warning"
          isInline
          component="p"
          title={unheard?.code === 'forbidden' ? t('hostDeniedTitle') : t('hostSilentTitle')}
        >
          {t('hostSilentText')} {unheard && <Words text={unheard.remedy} />}
        </Alert>
      )}
      {connected && shown && (
        <Alert
          variant={notice.variant}
          isInline
          component="p"
          title={notice.sentence}
          actionClose={
            notice.dismissable ? (
              <AlertActionCloseButton onClose={() => useShell.setState({ dismissed: engine.at })} />
            ) : undefined
          }
        >
          {notice.advice}
        </Alert>
      )}
      {connected && <CrashNotice />}
    </div>
  );
}

/** Shows the latest crash report until the user closes the notice. */
function CrashNotice() {
  const settings = useAsk('settings.read', {}).data;
  const host = useAsk('host.describe', {}).data;
  const isAllowed = useRejection('diagnostics.crashes') === undefined;
  // The role of the session isn't known before the host is.
  const enabled = host !== undefined && isAllowed;
  const [latest] = useAsk('diagnostics.crashes', {}, { enabled }).data?.reports ?? [];
  const write = useDo('settings.write');
  const [closed, setClosed] = useState<string>();
  if (write.error && latest?.time === closed) {
    const { message, remedy } = failureOf(write.error);
    return (
      <Alert
        variant="danger"
        isInline
        component="p"
        title={t('crashStoreTitle')}
        actionClose={<AlertActionCloseButton onClose={() => write.reset()} />}
      >
        <Words text={asSentence(sentenceStart(message))} /> <Words text={remedy} />
      </Alert>
    );
  }
  if (closed !== undefined && latest?.time === closed) return null;
  if (!latest || !settings || (settings.crashSeen !== undefined && settings.crashSeen >= latest.time))
    return null;
  return (
    <Alert
      variant="warning"
      isInline
      component="p"
      title={t('crashTitle', { time: exactTime(new Date(latest.time)) })}
      actionClose={
        <AlertActionCloseButton
          onClose={() => {
            setClosed(latest.time);
            write.mutate({ crashSeen: latest.time });
          }}
        />
      }
    >
      {t('crashText')} <span className="al-mono al-anywhere">{underHome(latest.file, host?.home)}</span>{' '}
      <Link to="/settings/diagnostics">{t('crashLink')}</Link>
    </Alert>
  );
}
