export interface ChosenChannel {
  name: string;
  minVersion?: string | undefined;
  maxVersion?: string | undefined;
}

/** The selected versions of a channel. Versions are sorted with the newest first; the first is the head. */
export interface ChannelRange {
  from: string | undefined;
  to: string | undefined;
}

/** Returns the selected versions of a channel: without bounds only the head. */
export function rangeOf(versions: readonly string[], chosen: ChosenChannel | undefined): ChannelRange {
  const head = versions[0];
  return {
    from: chosen?.minVersion ?? (chosen?.maxVersion === undefined ? head : versions.at(-1)),
    to: chosen?.maxVersion ?? head,
  };
}

/** Returns whether a version is selected. */
export function isWithin(versions: readonly string[], version: string, { from, to }: ChannelRange): boolean {
  const at = versions.indexOf(version);
  return at <= versions.indexOf(from ?? '') && at >= versions.indexOf(to ?? '');
}

/** Returns a channel with another first version; if that is after the last one, the range extends to the head. */
export function withFrom(versions: readonly string[], chosen: ChosenChannel, version: string): ChosenChannel {
  const { name, maxVersion } = chosen;
  const beyond = maxVersion !== undefined && versions.indexOf(version) < versions.indexOf(maxVersion);
  return bounded(name, version, beyond ? undefined : maxVersion);
}

/** Returns a channel with another last version; if that is before the first one, only that version. The head has no bound. */
export function withTo(versions: readonly string[], chosen: ChosenChannel, version: string): ChosenChannel {
  const { name, minVersion } = chosen;
  if (version === versions[0]) return bounded(name, minVersion, undefined);
  const beyond = minVersion === undefined || versions.indexOf(version) > versions.indexOf(minVersion);
  return bounded(name, beyond ? version : minVersion, version);
}

/** Returns a channel with only the defined bounds. */
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
