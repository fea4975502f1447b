import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../engine/screen.fixture.tsx';
import { VirtualTable } from './virtual-table.tsx';

test('an empty table has its column heads and a text', () => {
  openScreen(
    <VirtualTable<string>
      label="Images"
      columns={[
        { key: 'name', title: 'Name', width: '1fr', cell: (row) => row },
        { key: 'size', title: 'Size', width: '9rem', cell: (row) => row.length },
      ]}
      total={0}
      rowAt={() => undefined}
      empty="No images yet."
    />,
    {},
  );
  const grid = screen.getByRole('grid', { name: 'Images' });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Size']);
  expect(screen.getByText('No images yet.')).toBeTruthy();
  expect(grid.getAttribute('aria-rowcount')).toBe('1');
});
