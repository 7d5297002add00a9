// A card that comes or goes moves the others: for a moment a click could mean the one that was there before.
import { useEffect, useState } from 'react';

const MOMENT_MS = 700;

/** Whether what stands where has changed a moment ago. */
export function useMoving(order: string): boolean {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(order), MOMENT_MS);
    return () => clearTimeout(timer);
  }, [order]);
  return order !== settled;
}
