import { Screen } from '../parts/screen.tsx';

export default function MirrorScreen() {
  return (
    <Screen eyebrow={['Mirror']} sentence="Mirror">
      {undefined}
    </Screen>
  );
}
