import { CopyButton } from './copy-button.tsx';
import { shortDigest } from './format.ts';

/** Twelve digits of a digest, the whole on hover and by the button. */
export function DigestText({ digest, copy = true }: { digest: string; copy?: boolean }) {
  return (
    <span className="al-digest">
      <code className="al-mono" title={digest}>
        {shortDigest(digest)}
      </code>
      {copy && <CopyButton text={digest} what={`Copy digest ${shortDigest(digest)}`} />}
    </span>
  );
}
