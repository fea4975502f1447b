import { Screen } from '../parts/screen.tsx';

export default function HomeScreen() {
  return (
    <Screen eyebrow={['Home']} sentence="Home">
      {undefined}
    </Screen>
  );
}
