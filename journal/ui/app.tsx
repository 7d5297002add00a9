// The door and the book behind it. Without a session nothing of the book is on the page.
import { type ReactNode, Suspense, useEffect } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { FigureDisplayProvider } from './amount/figure-display.tsx';
import { Frame } from './layout/frame.tsx';
import { LiveProvider } from './client/live-provider.tsx';
import { TitleContext, useDocumentTitle } from './components/title.ts';
import { SetupPage } from './pages/setup/page.tsx';
import { UnlockPage } from './pages/unlock/page.tsx';
import { Boundary } from './components/boundary.tsx';
import { Page } from './components/page.tsx';
import { Loading } from './components/states.tsx';
import { routes } from './routes.ts';
import { useLook } from './client/look.ts';
import { queries } from './client/cache.ts';
import { useToken } from './client/session.ts';

/** Shown while the code of a page loads, so that a click has an immediate answer. */
const Opening = ({ title }: { readonly title: string }): ReactNode => (
  <Page title={title}>
    <Loading height={300} />
  </Page>
);

/** Without a session: the page that makes a book, or the one that opens it. */
const Door = ({ path }: { readonly path: string }): ReactNode => (path === '/setup' ? <SetupPage /> : <UnlockPage />);

export function App(): ReactNode {
  const token = useToken();
  const title = useDocumentTitle();
  const [path, navigate] = useLocation();
  const isOpen = token !== null;
  const { locale, zone } = useLook();
  useEffect(() => {
    if (!isOpen) queries.clear();
  }, [isOpen]);
  useEffect(() => {
    if (isOpen && (path === '/unlock' || path === '/setup')) navigate('/', { replace: true });
  }, [isOpen, path, navigate]);
  return (
    <TitleContext value={title}>
      {isOpen ? (
        <LiveProvider>
          {/* Another locale is another spelling of every number, another zone of every time. */}
          <FigureDisplayProvider key={locale + zone}>
            <Frame>
              <Boundary page={path}>
                <Switch>
                  {routes.map(({ path: at, page: Body, title: name }) => (
                    <Route key={at} path={at}>
                      <Suspense fallback={<Opening title={name} />}>
                        <Body />
                      </Suspense>
                    </Route>
                  ))}
                  <Route path="/pipelines">
                    <Redirect to="/reports" replace />
                  </Route>
                  <Route>
                    <h1>Page not found</h1>
                    <p>
                      <Link href="/">Go to the dashboard</Link>
                    </p>
                  </Route>
                </Switch>
              </Boundary>
            </Frame>
          </FigureDisplayProvider>
        </LiveProvider>
      ) : (
        <Door path={path} />
      )}
    </TitleContext>
  );
}
