import { SetupScreen } from './setup-screen.tsx';

export default function FetchScreen() {
  return <SetupScreen workflow="mirrorToDisk" />;
}
