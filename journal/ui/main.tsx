// Starts the app: a ticket in the address is redeemed and removed, then either the door or the book.
import { QueryClientProvider } from '@tanstack/react-query';
import { PICTURE_RULES } from '@zorivest/pictures/style';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './theme/app.css';
import { followLook } from './client/look.ts';
import { queries } from './client/cache.ts';
import { askOtherTabs } from './client/session.ts';
import { redeemTicket } from './client/ticket.ts';

followLook();
// A sheet made in the page needs no inline style.
const sheet = new CSSStyleSheet();
sheet.replaceSync(PICTURE_RULES);
document.adoptedStyleSheets = [sheet];

await redeemTicket();
askOtherTabs();
const place = document.getElementById('app');
if (place !== null)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
