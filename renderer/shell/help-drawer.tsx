import {
  Drawer,
  DrawerActions,
  DrawerCloseButton,
  DrawerContent,
  DrawerHead,
  DrawerPanelBody,
  DrawerPanelContent,
} from '@patternfly/react-core/dist/esm/components/Drawer';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { helpTopic } from './help-topics.ts';
import { toggleHelp, useShell } from './shell-state.ts';

/** The screen with its help beside it. Escape in the panel closes it, and the focus goes back to where it was. */
export function HelpDrawer({ pattern, children }: { pattern: string; children: ReactNode }) {
  const open = useShell((state) => state.help);
  const title = useRef<HTMLHeadingElement>(null);
  const back = useRef<Element>(null);
  useEffect(() => {
    if (!open) return;
    back.current = document.activeElement;
    title.current?.focus({ preventScroll: true });
    return () => {
      const former =
        back.current instanceof HTMLElement && back.current.isConnected ? back.current : undefined;
      (former && former !== document.body ? former : document.getElementById('al-help-button'))?.focus();
    };
  }, [open]);
  const topic = helpTopic(pattern);
  const panel = (
    <DrawerPanelContent
      className="al-help"
      defaultSize="360px"
      aria-label="Help"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        toggleHelp();
      }}
    >
      <DrawerHead>
        <h2 className="al-help-title" tabIndex={-1} ref={title}>
          {topic.title}
        </h2>
        <DrawerActions>
          <DrawerCloseButton onClose={toggleHelp} aria-label="Close help" />
        </DrawerActions>
      </DrawerHead>
      <DrawerPanelBody>
        <div className="al-column">
          <ul className="al-help-lines">
            {topic.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <h3 className="al-strong">On the command line</h3>
          <ul className="al-column">
            {topic.commands.map(({ command, about }) => (
              <li key={command}>
                <span className="al-sub al-small">{about}</span>
                <span className="al-row">
                  <code className="al-mono al-grow al-help-command">{command}</code>
                  <CopyButton text={command} what={`Copy command: ${about}`} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      </DrawerPanelBody>
    </DrawerPanelContent>
  );
  return (
    <Drawer isExpanded={open} isInline>
      <DrawerContent panelContent={panel}>{children}</DrawerContent>
    </Drawer>
  );
}
