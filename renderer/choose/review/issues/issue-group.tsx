import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { asSentence } from '../../../../core/contract/documents/words.ts';
import type { PlannedProblem } from '../../../../core/contract/topics/drafts.ts';
import { MemberList, MembersButton } from '../../../parts/problem-groups/members.tsx';
import { StateMark } from '../../../parts/state-mark.tsx';
import { Words } from '../../../parts/words.tsx';
import { applyFix, FixButton } from '../../draft/problem-fix.tsx';
import { useDraft } from '../../draft/use-draft.tsx';
import { useDraftPlan } from '../../draft/use-draft-plan.tsx';
import { combinedFix, type IssueGroup, withoutEntries } from './groups.ts';
import { t } from './messages.ts';

const MARKS = { error: 'bad', warning: 'warning', info: 'info' } as const;

type OnLine = (line: number, column: number) => void;

/** Problems with the same cause: one with its line, or several in a list that opens, with actions for all of them. */
export function IssueGroupItem({ group, onLine }: { group: IssueGroup; onLine: OnLine }) {
  const [open, setOpen] = useState(false);
  const { level, title, remedy, members } = group;
  const only = members.length === 1 ? members[0] : undefined;
  return (
    <li>
      <StateMark mark={MARKS[level]} />
      <div>
        <p className="al-strong">
          {only && <LineLink problem={only} onLine={onLine} />}
          <Words text={title} />
        </p>
        {remedy !== undefined && (
          <p className="al-sub">
            <Words text={remedy} />
          </p>
        )}
        {!only && <MembersButton open={open} count={members.length} onToggle={() => setOpen(!open)} />}
      </div>
      <GroupActions group={group} />
      {open && !only && <Members group={group} onLine={onLine} />}
    </li>
  );
}

function Members({ group: { title, members, remedy }, onLine }: { group: IssueGroup; onLine: OnLine }) {
  return (
    // The filter and the export have the others.
    <MemberList title={title} members={members} more={(count) => t('moreText', { count })}>
      {(member) => (
        <>
          <span className="al-anywhere">
            <LineLink problem={member} onLine={onLine} />
            <Words text={asSentence(member.message)} />
            {remedy === undefined && (
              <span className="al-sub">
                {' '}
                <Words text={member.remedy} />
              </span>
            )}
          </span>
          {member.fix && <FixButton problem={member} inline />}
        </>
      )}
    </MemberList>
  );
}

function LineLink({ problem: { line, column = 1 }, onLine }: { problem: PlannedProblem; onLine: OnLine }) {
  if (line === undefined) return null;
  return (
    <>
      <button type="button" className="al-link" onClick={() => onLine(line, column)}>
        {t('lineButton', { line })}
      </button>{' '}
    </>
  );
}

/** Actions for all members of a group. Each is one undo step. */
function GroupActions({ group }: { group: IssueGroup }) {
  const { draft, edit } = useDraft();
  const { text } = useDraftPlan();
  const { members, entries, fixable } = group;
  const isDisabled = text !== draft.text;
  const [first] = fixable;
  return (
    <div className="al-review-actions">
      {members.length === 1 && first && <FixButton problem={first} />}
      {members.length > 1 && fixable.length > 1 && (
        <Button
          variant="secondary"
          size="sm"
          isDisabled={isDisabled}
          onClick={() => applyFix(edit, combinedFix(fixable))}
        >
          {fixable.length === members.length
            ? t('fixAllButton', { count: fixable.length })
            : t('fixSomeButton', { count: fixable.length, all: members.length })}
        </Button>
      )}
      {entries.length > 0 && (
        <Button
          variant="secondary"
          size="sm"
          isDisabled={isDisabled}
          onClick={() => edit((doc) => withoutEntries(doc, group))}
        >
          {t('removeButton', { count: entries.length })}
        </Button>
      )}
    </div>
  );
}
