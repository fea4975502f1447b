import '@patternfly/react-core/dist/styles/base.css';
import './airlock.css';
import './adaptations.css';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router';
import { themeBeforePaint } from './app-state/theme.ts';
import { openClient } from './client/client.ts';
import { EngineProvider } from './engine/provider.tsx';
import { ignoreDoubleClicks } from './shell/double-click.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { Shell } from './shell/shell.tsx';

themeBeforePaint();
ignoreDoubleClicks(document);
createRoot(document.getElementById('app')!).render(
  <ErrorBoundary>
    <EngineProvider client={openClient()}>
      <HashRouter>
        <Shell />
      </HashRouter>
    </EngineProvider>
  </ErrorBoundary>,
);
