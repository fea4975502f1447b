import { SetupScreen } from './screen.tsx';

export default function FetchScreen() {
  return <SetupScreen workflow="mirrorToDisk" />;
}
