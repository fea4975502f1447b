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
import { toggleHelp, useShell } from '../app-state/shell-state.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { useWide } from '../parts/use-wide.ts';
import { type HelpTopic, helpTopic } from './help-topics.ts';

/** The screen with its help beside it, on narrow windows above it. */
export function HelpDrawer({ pattern, children }: { pattern: string; children: ReactNode }) {
  const open = useShell((state) => state.help);
  const wide = useWide();
  return (
    <Drawer isExpanded={open} isInline={wide}>
      <DrawerContent
        panelContent={
          <DrawerPanelContent className="al-help" defaultSize="360px" aria-label="Help">
            {open && <Help topic={helpTopic(pattern)} />}
          </DrawerPanelContent>
        }
      >
        {children}
      </DrawerContent>
    </Drawer>
  );
}

/** Takes the focus while it is there and gives it back afterwards. */
function Help({ topic }: { topic: HelpTopic }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    title.current?.focus({ preventScroll: true });
    return () => {
      const usable = before instanceof HTMLElement && before.isConnected && before !== document.body;
      (usable ? before : document.getElementById('al-help-button'))?.focus();
    };
  }, []);
  return (
    <>
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
    </>
  );
}
