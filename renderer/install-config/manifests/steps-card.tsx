import type { InstallStep } from '../../../core/contract/topics/install-config-requests.ts';
import { ShellCommands } from '../../parts/copy-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { t } from './messages.ts';

/** The steps of an installation with user-provisioned machines, with their commands. */
export function StepsCard({ steps }: { steps: readonly InstallStep[] }) {
  if (steps.length === 0) return null;
  return (
    <Card title={t('stepsTitle')} note={t('stepsNote')} label={t('stepsTitle')}>
      <ol className="al-ic-steps">
        {steps.map(({ title, text, commands }) => (
          <li key={title}>
            <h3 className="al-small al-strong">{title}</h3>
            <p className="al-sub al-small">{text}</p>
            {commands.length > 0 && (
              <ShellCommands lines={commands} what={t('copyCommandsButton', { step: title })} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
