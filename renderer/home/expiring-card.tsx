import { useAsk } from '../engine/requests.ts';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { useNow } from '../parts/time.tsx';
import { expiringView } from './expiring-words.ts';
import { t } from './messages.ts';

/** Shows credentials, certificates and keys that expire soon, and outdated update graphs. */
export function ExpiringCard({ workspace }: { workspace: string }) {
  const now = useNow();
  const lines = useAsk('storage.expiring', { workspace }).data?.expiring;
  const shown = (lines ?? []).flatMap((line) => {
    const view = expiringView(line, now);
    return view ? [{ ...view, file: line.file }] : [];
  });
  if (!lines) return null;
  if (shown.length === 0)
    return (
      <Card title={t('expiringTitle')}>
        <p className="al-sub">{t('nothingExpiresText')}</p>
      </Card>
    );
  return (
    <Card title={t('expiringTitle')} flush>
      <ul className="al-list">
        {shown.map(({ mark, subject, when, file }) => (
          <li key={`${file} ${subject}`} title={file}>
            <span className="al-grow">
              <StateMark mark={mark}>{subject}</StateMark>
            </span>
            <span className="al-sub al-nowrap">{when}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
