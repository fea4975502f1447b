/** Characters at the end that stay visible. */
const TAIL = 22;

/** Shows a name in one line that is cut in its middle if it is too long, because similar names differ at their end. */
export function MiddleCut({ text, title = text }: { text: string; title?: string }) {
  const at = Math.max(0, text.length - TAIL);
  return (
    <span className="al-mono al-middle-cut" title={title}>
      {at > 0 && <span className="al-cut">{text.slice(0, at)}</span>}
      <span className="al-middle-tail">
        <bdi>{text.slice(at)}</bdi>
      </span>
    </span>
  );
}
