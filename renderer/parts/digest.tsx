import { CopyButton } from './copy-button.tsx';
import { shortDigest } from './format.ts';
import { t } from './messages.ts';

/** Shows twelve digits of a digest, and the complete digest on hover. The button copies the complete digest. */
export function DigestText({ digest, copy = true }: { digest: string; copy?: boolean }) {
  return (
    <span className="al-digest">
      <code className="al-mono" title={digest}>
        {shortDigest(digest)}
      </code>
      {copy && <CopyButton text={digest} what={t('copyDigestButton', { digest: shortDigest(digest) })} />}
    </span>
  );
}
