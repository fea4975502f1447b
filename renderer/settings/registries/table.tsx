import type { KeyboardEvent } from 'react';
import type { RegistryEntry } from '../../../core/contract/topics/settings.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { credentialSource, type TestState, testOutcome } from '../parts/registry-words.ts';
import { t } from './messages.ts';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The list of all registries. Arrow keys choose the one that is shown. */
export function RegistryTable({
  registries,
  tests,
  chosen,
  onChoose,
}: {
  registries: RegistryEntry[];
  tests: Record<string, TestState | undefined>;
  chosen: string | undefined;
  onChoose: (name: string) => void;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step];
    next?.focus();
    next?.click();
  };
  return (
    <table className="al-plain-table">
      <thead>
        <tr>
          <th scope="col">{t('hostColumn')}</th>
          <th scope="col" className="al-wide-only">
            {t('credentialsColumn')}
          </th>
          <th scope="col">{t('testColumn')}</th>
        </tr>
      </thead>
      <tbody onKeyDown={onKeyDown}>
        {registries.map(({ name, credentials }) => {
          const { mark, words } = testOutcome(tests[name], credentials.from);
          return (
            <tr
              key={name}
              className={name === chosen ? 'al-chosen' : undefined}
              onClick={() => onChoose(name)}
            >
              <th scope="row">
                <button
                  type="button"
                  className="al-row-button al-mono"
                  aria-current={name === chosen ? 'true' : undefined}
                  onClick={() => onChoose(name)}
                >
                  {name}
                </button>
              </th>
              <td className="al-sub al-wide-only" title={credentials.where}>
                {credentialSource(credentials)}
              </td>
              <td>
                <StateMark mark={mark}>{words}</StateMark>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
