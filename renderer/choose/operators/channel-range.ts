export interface ChosenChannel {
  name: string;
  minVersion?: string | undefined;
  maxVersion?: string | undefined;
}

/** Versions of a channel that a choice carries. `versions`: the newest first; the first is the head. */
export interface ChannelRange {
  from: string | undefined;
  to: string | undefined;
}

/** The versions that are carried of a channel: without bounds the head alone. */
export function rangeOf(versions: readonly string[], chosen: ChosenChannel | undefined): ChannelRange {
  const head = versions[0];
  return {
    from: chosen?.minVersion ?? (chosen?.maxVersion === undefined ? head : versions.at(-1)),
    to: chosen?.maxVersion ?? head,
  };
}

/** Whether a version is carried. */
export function isWithin(versions: readonly string[], version: string, { from, to }: ChannelRange): boolean {
  const at = versions.indexOf(version);
  return at <= versions.indexOf(from ?? '') && at >= versions.indexOf(to ?? '');
}

/** A channel that is carried from a version on; beyond the other end, the range goes to the head. */
export function withFrom(versions: readonly string[], chosen: ChosenChannel, version: string): ChosenChannel {
  const { name, maxVersion } = chosen;
  const beyond = maxVersion !== undefined && versions.indexOf(version) < versions.indexOf(maxVersion);
  return bounded(name, version, beyond ? undefined : maxVersion);
}

/** A channel that is carried up to a version; beyond the other end, that version alone. The head needs no bound. */
export function withTo(versions: readonly string[], chosen: ChosenChannel, version: string): ChosenChannel {
  const { name, minVersion } = chosen;
  if (version === versions[0]) return bounded(name, minVersion, undefined);
  const beyond = minVersion === undefined || versions.indexOf(version) > versions.indexOf(minVersion);
  return bounded(name, beyond ? version : minVersion, version);
}

/** A channel with the bounds that there are; what is written has no others. */
export function bounded(
  name: string,
  minVersion: string | undefined,
  maxVersion: string | undefined,
): ChosenChannel {
  const channel: ChosenChannel = { name };
  if (minVersion !== undefined) channel.minVersion = minVersion;
  if (maxVersion !== undefined) channel.maxVersion = maxVersion;
  return channel;
}
