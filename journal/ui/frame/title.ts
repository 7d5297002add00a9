// The title of the tab: the page, and how many approvals wait.
import { createContext, useContext, useEffect, useMemo, useState } from 'react';

interface Title {
  readonly setPage: (page: string) => void;
  readonly setWaiting: (waiting: number) => void;
}

export const TitleContext = createContext<Title>({ setPage: () => {}, setWaiting: () => {} });
export const useTitle = (): Title => useContext(TitleContext);

export function useDocumentTitle(): Title {
  const [page, setPage] = useState('');
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${page === '' ? 'Zorivest' : `${page} · Zorivest`}`;
  }, [page, waiting]);
  return useMemo(() => ({ setPage, setWaiting }), []);
}
