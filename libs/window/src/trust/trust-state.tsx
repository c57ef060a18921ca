import { ShieldQuestion } from 'lucide-react';

import { Button } from '../kit/index.js';
import { useShow } from '../shell/page.js';
import { countWaiting, useWaiting } from './use-waiting.js';

/** Shows in the status bar how many decisions wait for the person. A click opens them. */
export const TrustState = () => {
  const show = useShow();
  const count = countWaiting(useWaiting());
  const words = `${count} ${count === 1 ? 'waits' : 'wait'} for you`;
  return (
    <Button
      variant="quiet"
      isSmall
      icon={ShieldQuestion}
      data-waiting={count > 0 || undefined}
      aria-label={`Trust: ${count === 0 ? 'nothing waits for you' : words}`}
      onClick={() => show('trust')}
    >
      {count === 0 ? 'Trust' : words}
    </Button>
  );
};
