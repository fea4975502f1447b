import { Screen } from '../parts/screen.tsx';

export default function FetchScreen() {
  return (
    <Screen eyebrow={['Fetch']} sentence="Fetch">
      {undefined}
    </Screen>
  );
}
