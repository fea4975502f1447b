import { AngleDownIcon } from '@patternfly/react-icons/dist/esm/icons/angle-down-icon';
import { AngleRightIcon } from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import type { ReactNode } from 'react';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { t } from './messages.ts';

/** Members of a group that are shown at once. */
const MOST_SHOWN = 200;

/** Returns what problems with the same cause have in common. @param cause default: the rule, or the code without a rule */
export function causeKey({
  level,
  code,
  rule,
  remedy,
  file,
  cause = rule ?? code,
}: Pick<ContractProblem, 'level' | 'code' | 'rule' | 'remedy' | 'file'> & {
  cause?: string | undefined;
}): string {
  // Codes contain problems of different kinds, which differ in their remedy, apart from the file that it names.
  const kind = file === undefined ? remedy : remedy.replaceAll(file, '');
  return JSON.stringify(cause === code ? [level, code, kind] : [level, code, cause]);
}

/** Opens or closes the members of a group of problems. */
export function MembersButton({
  open,
  count,
  onToggle,
}: {
  open: boolean;
  count: number;
  onToggle: () => void;
}) {
  const Icon = open ? AngleDownIcon : AngleRightIcon;
  return (
    <button type="button" className="al-link" aria-expanded={open} onClick={onToggle}>
      <Icon aria-hidden="true" /> {open ? t('hideButton') : t('showButton', { count })}
    </button>
  );
}

/** Lists the members of a group of problems in a box that scrolls. @param more text about members that aren't shown */
export function MemberList<P>({
  title,
  members,
  more,
  children,
}: {
  title: string;
  members: readonly P[];
  more: (count: number) => string;
  children: (member: P) => ReactNode;
}) {
  const count = members.length - MOST_SHOWN;
  return (
    <div className="al-problem-members">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <ul tabIndex={0} aria-label={t('membersLabel', { title })}>
        {members.slice(0, MOST_SHOWN).map((member, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be equal
          <li key={index}>{children(member)}</li>
        ))}
      </ul>
      {count > 0 && <p className="al-sub">{more(count)}</p>}
    </div>
  );
}
