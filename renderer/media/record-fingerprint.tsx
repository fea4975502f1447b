import { t } from './messages.ts';

/** The fingerprint of a transfer record in a list of facts. @param hash undefined while it is computed */
export function RecordFingerprint({ hash, note }: { hash: string | undefined; note: string }) {
  return (
    <>
      <dt>{t('fingerprintLabel')}</dt>
      <dd>
        <span className="al-record-hash">{hash ?? '…'}</span> <span className="al-sub al-small">{note}</span>
      </dd>
    </>
  );
}
