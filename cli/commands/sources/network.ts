import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { NetworkUse } from '../../../core/app/sources/late-session.ts';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { t as common } from '../../terminal/messages.ts';
import { boolean, userPath } from '../../terminal/options.ts';

/** Adds the options for connections to registries and services. */
export function networkOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('--src-tls-verify [boolean]', common('registryTlsOption'), boolean, true)
    .option('--authfile <file>', common('authfileOption'));
}

/** Returns the values of {@link networkOptions}. */
export function networkUse(
  { terminal }: CommandContext,
  options: Record<string, unknown>,
): NetworkUse & { emit: CommandContext['terminal']['event'] } {
  const { srcTlsVerify, authfile } = options as { srcTlsVerify: boolean; authfile?: string };
  return {
    host: hostFacts(),
    emit: terminal.event.bind(terminal),
    settings: {
      ...MIRROR_DEFAULTS,
      sourceTlsVerify: srcTlsVerify,
      authFile: authfile === undefined ? undefined : userPath(authfile),
    },
  };
}
