import { SetupScreen } from './setup-screen.tsx';

export default function PushScreen() {
  return <SetupScreen workflow="diskToMirror" />;
}
