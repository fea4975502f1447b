import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { CheckIcon } from '@patternfly/react-icons/dist/esm/icons/check-icon';
import { CopyIcon } from '@patternfly/react-icons/dist/esm/icons/copy-icon';
import { useState } from 'react';

/** Copies a text; says for two seconds that it did. Without `label` it is an icon whose name is `what`. */
export function CopyButton({
  text,
  label,
  what = 'Copy',
  inline = false,
}: {
  text: string;
  label?: string;
  what?: string;
  /** A link among links. */
  inline?: boolean;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  const icon = copied ? <CheckIcon /> : <CopyIcon />;
  return label === undefined ? (
    <Button variant="plain" size="sm" aria-label={copied ? 'Copied' : what} icon={icon} onClick={copy} />
  ) : (
    <Button variant={inline ? 'link' : 'secondary'} isInline={inline} icon={icon} onClick={copy}>
      {copied ? 'Copied' : label}
    </Button>
  );
}
