import { Screen } from '../parts/screen.tsx';

export default function RunScreen() {
  return (
    <Screen eyebrow={['Run']} sentence="Run">
      {undefined}
    </Screen>
  );
}
