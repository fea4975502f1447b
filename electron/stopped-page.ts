import { t } from './messages.ts';

/** Returns a page without scripts that replaces one that keeps crashing. */
export function stoppedPage(reason: string): string {
  const isReason = /^[a-z-]{1,40}$/.test(reason);
  const runs = t('stoppedRunsText', {
    list: '<code>airlock runs list</code>',
    attach: '<code>airlock runs attach</code>',
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Airlock</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
body { max-width: 40rem; margin: 15vh auto; padding: 0 2rem }
</style>
</head>
<body>
<h1>${t('stoppedTitle')}</h1>
<p>${isReason ? t('stoppedBecauseText', { reason }) : t('stoppedText')}</p>
<p>${runs}</p>
<p>${t('stoppedReloadText', { menu: `<strong>${t('stoppedMenu')}</strong>` })}</p>
</body>
</html>
`;
}
