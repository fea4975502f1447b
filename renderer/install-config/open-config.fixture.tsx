import type { ReactNode } from 'react';
import { PRESETS } from '../../core/contract/documents/install-config.ts';
import type { InstallConfigDraft } from '../../core/contract/topics/install-config-requests.ts';
import { type Answers, type OpenScreen, openScreen } from '../engine/screen.fixture.tsx';
import type { ConfigState } from './form/config-store.ts';
import { ConfigProvider, useConfig } from './form/use-config.tsx';

/** The placeholder in a text for a secret in the engine. */
export const STORED = 'secret-in-memory-0123abcd';

/** Three vCenters with a failure domain each and all secrets in the engine. It has no errors. */
export const VSPHERE = PRESETS.find(({ id }) => id === 'vsphere-multi-vcenter')!
  .text.replaceAll("password: ''", `password: ${STORED}`)
  .replace("pullSecret: ''", 'pullSecret: secret-in-memory-0123abce')
  .replace(
    "sshKey: ''",
    'sshKey: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAvqxK2DLAU2ob3p9QHWinjFBEx1u6yU8eF/V7WuSJUX',
  );

/** Returns a draft of a text. */
export function draftWith(text: string, fields: Partial<InstallConfigDraft> = {}): InstallConfigDraft {
  return {
    id: 'd1',
    file: '/data/install-config.yaml',
    openShiftVersion: '4.18',
    method: 'installer',
    acceptedWarnings: [],
    text,
    ...fields,
  };
}

/** A part of the pages with an open configuration. */
export interface OpenConfig extends OpenScreen {
  /** Returns the current configuration with its changes. */
  now: () => ConfigState;
}

/** Opens a part of the pages with a configuration. The engine saves every draft unchanged. */
export function openConfig(
  draft: InstallConfigDraft,
  element: ReactNode,
  answers: Answers = {},
  address = '/install-config/cluster?draft=d1',
): OpenConfig {
  let state: ConfigState | undefined;
  const Now = () => {
    state = useConfig();
    return null;
  };
  const opened = openScreen(
    <ConfigProvider draft={draft}>
      {element}
      <Now />
    </ConfigProvider>,
    { 'installConfig.save': ({ text }) => ({ text }), ...answers },
    address,
  );
  return { ...opened, now: () => state! };
}

/** Replaces the text of a field by pasting, and presses Enter. */
export async function fill(user: OpenScreen['user'], field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.paste(text);
  await user.keyboard('{Enter}');
}
