import { CopyButton } from '../parts/copy-button.tsx';

/** Shell commands, one per line, with a button that copies them. */
export function ShellCommands({ lines, what }: { lines: readonly string[]; what: string }) {
  const text = lines.join('\n');
  return (
    <div className="al-copied">
      <code className="al-ic-command al-mono">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
