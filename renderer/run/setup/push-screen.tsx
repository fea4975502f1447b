import { SetupScreen } from './screen.tsx';

export default function PushScreen() {
  return <SetupScreen workflow="diskToMirror" />;
}
