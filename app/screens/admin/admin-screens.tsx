import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { screenPath } from 'atlas-engine/runtime';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { AccountsScreen } from './accounts-screen.tsx';
import './admin.css';
import { DownloadsScreen } from './downloads-screen.tsx';
import { MailsScreen } from './mails-screen.tsx';
import { MessagesScreen } from './messages-screen.tsx';
import { RequestsScreen } from './requests-screen.tsx';

const CONTENTS: Readonly<Record<string, ReactNode>> = {
  [screenPath('admin-requests')]: <RequestsScreen />,
  [screenPath('admin-messages')]: <MessagesScreen />,
  [screenPath('admin-accounts')]: <AccountsScreen />,
  [screenPath('admin-mails')]: <MailsScreen />,
  [screenPath('admin-downloads')]: <DownloadsScreen />,
};

/** Draws the screen of operators at the address. The server refuses their data to all others. */
export default observer(function AdminScreens(): ReactNode {
  const { pathname } = useLocation();
  return CONTENTS[pathname.replace(/\/$/, '')] ?? <NotFoundScreen />;
});
