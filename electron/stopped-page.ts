/** A page without script that stands in for one that keeps dying. */
export function stoppedPage(reason: string): string {
  const why = /^[a-z-]{1,40}$/.test(reason) ? ` (${reason})` : '';
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
<h1>The page of Airlock has stopped</h1>
<p>It ended three times within a minute${why}, so it is not started again by itself.</p>
<p>Runs are not touched by this: the engine is another process and goes on with them. What it does is also told by
<code>airlock runs list</code> and <code>airlock runs attach</code> in a terminal.</p>
<p>To try again, choose <strong>View, Reload</strong>.</p>
</body>
</html>
`;
}
