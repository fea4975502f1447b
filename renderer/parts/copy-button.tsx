import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { CheckIcon } from '@patternfly/react-icons/dist/esm/icons/check-icon';
import { CopyIcon } from '@patternfly/react-icons/dist/esm/icons/copy-icon';
import { useEffect, useState } from 'react';
import { t } from './messages.ts';

const CONFIRMED_MS = 2_000;

/** Copies a text and confirms it for two seconds. Without `label` it is an icon with the accessible name `what`. */
export function CopyButton({
  text,
  label,
  what = t('copyButton'),
  inline = false,
  primary = false,
}: {
  text: string;
  label?: string;
  what?: string;
  /** Looks like a link. */
  inline?: boolean;
  primary?: boolean;
}) {
  /** Copies in the last two seconds. */
  const [copies, setCopies] = useState(0);
  const copied = copies > 0;
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopies((count) => count + 1);
  };
  const icon = copied ? <CheckIcon /> : <CopyIcon />;
  return label === undefined ? (
    <Button
      variant="plain"
      size="sm"
      aria-label={copied ? t('copiedButton') : what}
      icon={icon}
      onClick={copy}
    />
  ) : (
    <Button
      variant={inline ? 'link' : primary ? 'primary' : 'secondary'}
      isInline={inline}
      icon={icon}
      onClick={copy}
    >
      {copied ? t('copiedButton') : label}
    </Button>
  );
}

/** Shell commands, one per line, with a button that copies them. */
export function ShellCommands({ lines, what }: { lines: readonly string[]; what: string }) {
  const text = lines.join('\n');
  return (
    <div className="al-copied">
      <code className="al-command al-mono">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
