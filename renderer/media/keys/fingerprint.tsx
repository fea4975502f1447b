/** The fingerprint of a key in groups of four digits. */
export function Fingerprint({ digits }: { digits: string }) {
  return <span className="al-fingerprint">{digits.match(/.{1,4}/g)?.join(' ') ?? digits}</span>;
}
