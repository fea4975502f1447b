import { Screen } from '../parts/screen.tsx';

export default function PushScreen() {
  return (
    <Screen eyebrow={['Push']} sentence="Push">
      {undefined}
    </Screen>
  );
}
