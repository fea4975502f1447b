/** Shows how many of all bytes are done. `label` names what it measures. */
export function Bar({
  done,
  total,
  label,
  small = false,
  mark = 'running',
}: {
  done: number;
  total: number;
  label: string;
  small?: boolean;
  mark?: 'running' | 'good' | 'bad' | 'paused';
}) {
  const share = total > 0 ? Math.min(100, (done / total) * 100) : 0;
  return (
    <div
      className={`${small ? 'al-bar al-bar-small' : 'al-bar'} al-bar-${mark}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share)}
    >
      <i style={{ width: `${share}%` }} />
    </div>
  );
}
