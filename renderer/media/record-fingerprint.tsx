/** The fingerprint of a transfer record, for a list of facts. @param hash undefined while it is made */
export function RecordFingerprint({ hash, note }: { hash: string | undefined; note: string }) {
  return (
    <>
      <dt>Record fingerprint</dt>
      <dd>
        <span className="al-paper-hash">{hash ?? '…'}</span> <span className="al-sub al-small">{note}</span>
      </dd>
    </>
  );
}
