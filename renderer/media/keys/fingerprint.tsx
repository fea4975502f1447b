/** All digits of a key's fingerprint in groups of four, to be read aloud and compared. */
export function Fingerprint({ digits }: { digits: string }) {
  return <span className="al-fingerprint">{digits.match(/.{1,4}/g)?.join(' ') ?? digits}</span>;
}
