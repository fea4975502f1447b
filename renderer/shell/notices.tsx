import { Alert, AlertActionCloseButton } from '@patternfly/react-core/dist/esm/components/Alert';
import { useShell } from '../app-state/shell-state.ts';
import { runKey, useLive } from '../engine/live.ts';
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
    </div>
  );
}
