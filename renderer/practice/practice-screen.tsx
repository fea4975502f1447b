import { Screen } from '../parts/screen.tsx';

export default function PracticeScreen() {
  return (
    <Screen eyebrow={['Practice']} sentence="Practice">
      {undefined}
    </Screen>
  );
}
