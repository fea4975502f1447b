import {
  Drawer,
  DrawerActions,
  DrawerCloseButton,
  DrawerContent,
  DrawerHead,
  DrawerPanelBody,
  DrawerPanelContent,
} from '@patternfly/react-core/dist/esm/components/Drawer';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { showScreenHelp, toggleHelp, useHelp, useNoticesShown } from '../app-state/shell-state.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { openGlossary, useGlossary } from '../parts/glossary.ts';
import { useWide } from '../parts/use-wide.ts';
import { startTour } from '../tour/tour.ts';
import { Glossary } from './glossary/glossary.tsx';
import { t as glossary } from './glossary/messages.ts';
import { guideOf } from './help/guides.ts';
import { type HelpTopic, helpTopic } from './help/topics.ts';
import { t } from './messages.ts';

/** Loaded when it's first opened. */
const NoticeDrawer = lazy(() => import('../notices/notice-drawer.tsx'));

/** Shows the help next to the screen, in narrow windows on top of it. Notifications are always on top, because they are soon closed. */
export function HelpDrawer({ pattern, children }: { pattern: string; children: ReactNode }) {
  const help = useHelp() !== undefined;
  const notices = useNoticesShown();
  const wide = useWide();
  return (
    <Drawer isExpanded={help || notices} isInline={wide && !notices}>
      <DrawerContent
        panelContent={
          <DrawerPanelContent
            className={notices ? undefined : 'al-help'}
            defaultSize="360px"
            aria-label={t(notices ? 'noticesLabel' : 'helpLabel')}
          >
            {help && <Help topic={helpTopic(pattern)} guide={guideOf(pattern)} />}
            {notices && (
              <Suspense fallback={null}>
                <NoticeDrawer />
              </Suspense>
            )}
          </DrawerPanelContent>
        }
      >
        {children}
      </DrawerContent>
    </Drawer>
  );
}

/** The help of the screen or the glossary. It gets the focus when it opens, and restores the focus when it closes. */
function Help({ topic, guide }: { topic: HelpTopic; guide: string }) {
  const shown = useGlossary((state) => state.shown);
  const title = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const before = useRef<Element>(null);
  useEffect(() => {
    // A term on the screen opened the glossary.
    if (!document.activeElement?.closest('.al-help')) before.current = document.activeElement;
    const term = shown?.term && document.getElementById(`al-term-${shown.term}`);
    const target = term || title.current;
    target?.focus({ preventScroll: true });
    target?.scrollIntoView?.({ block: term ? 'center' : 'end' });
  }, [shown]);
  useEffect(
    () => () => {
      const last = before.current;
      const usable = last instanceof HTMLElement && last.isConnected && last !== document.body;
      (usable ? last : document.getElementById('al-help-button'))?.focus();
    },
    [],
  );
  return (
    <>
      <DrawerHead>
        <h2 className="al-help-title" tabIndex={-1} ref={title}>
          {shown ? glossary('glossaryTitle') : topic.title}
        </h2>
        <DrawerActions>
          <DrawerCloseButton onClose={toggleHelp} aria-label={t('closeHelpButton')} />
        </DrawerActions>
      </DrawerHead>
      <DrawerPanelBody>
        {shown ? <Glossary /> : <Topic topic={topic} />}
        <p className="al-help-switch">
          <Link to={guide} className="al-link">
            {t('guideLink')}
          </Link>
          <Link to="/docs" className="al-link">
            {t('documentationLink')}
          </Link>
          <button type="button" className="al-link" onClick={shown ? showScreenHelp : () => openGlossary()}>
            {shown ? t('screenHelpButton') : t('glossaryButton')}
          </button>
          <button
            type="button"
            className="al-link"
            onClick={() => startTour((address) => void navigate(address))}
          >
            {t('tourButton')}
          </button>
        </p>
      </DrawerPanelBody>
    </>
  );
}

function Topic({ topic }: { topic: HelpTopic }) {
  return (
    <div className="al-column">
      <ul className="al-help-lines">
        {topic.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3 className="al-strong">{t('commandsTitle')}</h3>
      <ul className="al-column">
        {topic.commands.map(({ command, about }) => (
          <li key={command}>
            <span className="al-sub al-small">{about}</span>
            <span className="al-row">
              <code className="al-mono al-grow al-help-command">{command}</code>
              <CopyButton text={command} what={t('copyCommandButton', { about })} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
