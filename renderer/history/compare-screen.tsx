import { Screen } from '../parts/screen.tsx';

export default function CompareScreen() {
  return (
    <Screen eyebrow={['Compare']} sentence="Compare">
      {undefined}
    </Screen>
  );
}
