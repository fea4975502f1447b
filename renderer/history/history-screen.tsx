import { Screen } from '../parts/screen.tsx';

export default function HistoryScreen() {
  return (
    <Screen eyebrow={['History']} sentence="History">
      {undefined}
    </Screen>
  );
}
