import { Screen } from '../parts/screen.tsx';

export default function SettingsScreen() {
  return (
    <Screen eyebrow={['Settings']} sentence="Settings">
      {undefined}
    </Screen>
  );
}
