// The title of the tab: the page, and how many approvals wait.
import { createContext, useContext, useState } from 'react';

interface Title {
  readonly setPage: (page: string) => void;
  readonly setWaiting: (waiting: number) => void;
}

export const TitleContext = createContext<Title>({ setPage: () => {}, setWaiting: () => {} });
export const useTitle = (): Title => useContext(TitleContext);

/** Written past React: the title is no part of the page, and a state here would draw every page twice. */
function documentTitle(): Title {
  let page = '';
  let waiting = 0;
  const write = () => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${page === '' ? 'Zorivest' : `${page} · Zorivest`}`;
  };
  return {
    setPage: (next) => {
      page = next;
      write();
    },
    setWaiting: (next) => {
      waiting = next;
      write();
    },
  };
}

export function useDocumentTitle(): Title {
  const [title] = useState(documentTitle);
  return title;
}
