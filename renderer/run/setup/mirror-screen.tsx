import { SetupScreen } from './screen.tsx';

export default function MirrorScreen() {
  return <SetupScreen workflow="mirrorToMirror" />;
}
