// The door and the book behind it. Without a session nothing of the book is on the page.
import { type ReactNode, Suspense, useEffect } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { Frame } from './frame/frame.tsx';
import { LiveProvider } from './frame/live.tsx';
import { TitleContext, useDocumentTitle } from './frame/title.ts';
import { UnlockPage } from './pages/unlock/page.tsx';
import { Boundary } from './parts/boundary.tsx';
import { Loading } from './parts/states.tsx';
import { routes } from './routes.ts';
import { useLook } from './look/look.ts';
import { queries } from './service/cache.ts';
import { useToken } from './service/session.ts';

export function App(): ReactNode {
  const token = useToken();
  const title = useDocumentTitle();
  const [path, navigate] = useLocation();
  const isOpen = token !== null;
  const { locale } = useLook();
  useEffect(() => {
    if (!isOpen) queries.clear();
  }, [isOpen]);
  useEffect(() => {
    if (isOpen && path === '/unlock') navigate('/', { replace: true });
  }, [isOpen, path, navigate]);
  return (
    <TitleContext value={title}>
      {isOpen ? (
        <LiveProvider>
          {/* Another locale is another spelling of every number. */}
          <Frame key={locale}>
            <Boundary page={path}>
              <Suspense fallback={<Loading height={300} />}>
                <Switch>
                  {routes.map(({ path: at, page: Page }) => (
                    <Route key={at} path={at}>
                      <Page />
                    </Route>
                  ))}
                  <Route>
                    <h1>There is no such page</h1>
                    <p>
                      <Link href="/">To the dashboard</Link>
                    </p>
                  </Route>
                </Switch>
              </Suspense>
            </Boundary>
          </Frame>
        </LiveProvider>
      ) : (
        <UnlockPage />
      )}
    </TitleContext>
  );
}
