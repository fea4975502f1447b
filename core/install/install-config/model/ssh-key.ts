/** Fields after the type in the encoded key (RFC 4253, RFC 5656, RFC 8709, OpenSSH: PROTOCOL.u2f). */
const FIELDS: Readonly<Record<string, number>> = {
  'ssh-rsa': 2,
  'ssh-dss': 4,
  'ssh-ed25519': 1,
  'ecdsa-sha2-nistp256': 2,
  'ecdsa-sha2-nistp384': 2,
  'ecdsa-sha2-nistp521': 2,
  'sk-ssh-ed25519@openssh.com': 2,
  'sk-ecdsa-sha2-nistp256@openssh.com': 3,
};
const ED25519_BYTES = 32;

/** A line of `authorized_keys`: options, type, encoded key, comment. */
const LINE =
  /^(?:[^"\s]+(?:="(?:[^"\\]|\\.)*",[^"\s]+)*(?:="(?:[^"\\]|\\.)*")?\s+)?([a-z][\w@.-]+)\s+([A-Za-z0-9+/]+={0,2})(?:\s|$)/;

/**
 * Returns the type of the key in a line of `authorized_keys`, or undefined if `ssh.ParseAuthorizedKey` rejects it, for
 * example because a part of the key is missing.
 */
export function sshKeyType(line: string): string | undefined {
  const [, type = '', encoded = ''] = LINE.exec(line.trim()) ?? [];
  const parts = encoded.length % 4 === 0 ? partsOf(encoded) : undefined;
  if (!parts || parts[0] !== type || parts.length !== 1 + (FIELDS[type] ?? Number.NaN)) return undefined;
  const [, first] = parts;
  if (type.includes('ed25519') && first!.length !== ED25519_BYTES) return undefined;
  if (type.includes('ecdsa') && !type.includes(`-${first!}`)) return undefined;
  return type;
}

/** Returns whether a line begins with the type of a public key. Others may be a secret that was pasted by mistake. */
export function isLikePublicKey(line: string): boolean {
  return sshKeyType(line) !== undefined || Object.hasOwn(FIELDS, line.trim().split(/\s/, 1)[0]!);
}

/** Returns the strings with a length of four bytes before each. Undefined if they don't fill the data. */
function partsOf(base64: string): string[] | undefined {
  const data = atob(base64);
  const parts: string[] = [];
  for (let at = 0; at < data.length; ) {
    if (at + 4 > data.length) return undefined;
    const length = [0, 1, 2, 3].reduce((sum, i) => sum * 256 + data.charCodeAt(at + i), 0);
    if (at + 4 + length > data.length) return undefined;
    parts.push(data.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return parts;
}
