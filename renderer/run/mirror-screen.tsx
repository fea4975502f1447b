import { SetupScreen } from './setup-screen.tsx';

export default function MirrorScreen() {
  return <SetupScreen workflow="mirrorToMirror" />;
}
