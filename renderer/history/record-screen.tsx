import { Screen } from '../parts/screen.tsx';

export default function RecordScreen() {
  return (
    <Screen eyebrow={['Record']} sentence="Record">
      {undefined}
    </Screen>
  );
}
