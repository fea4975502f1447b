/** Rows of one request. */
const PAGE = 500;

/** Returns all rows of a list that is requested page by page. */
export async function allRows<Row>(
  ask: (page: { offset: number; limit: number }) => Promise<{ matching: number; rows: Row[] }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { matching, rows } = await ask({ offset: all.length, limit: PAGE });
    all.push(...rows);
    if (rows.length === 0 || all.length >= matching) return all;
  }
}
