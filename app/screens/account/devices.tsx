import { MonitorSmartphone } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, useState, type ReactNode } from 'react';
import { formatDate } from 'atlas-engine/runtime';
import type { Device } from '../../account/account-types.ts';
import type { Failure } from '../../net/http-client.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { messageOfFailure } from '../forms/field-messages.ts';
import { NoticeLine, useNotice } from '../forms/notice-line.tsx';
import { FormMessage } from '../forms/schema-form.tsx';
import { useAccountTexts } from '../forms/account-texts.ts';
import { useLoaded } from '../forms/use-loaded.ts';

/** The devices on which the account is logged in. Each other one can be logged out. */
export const Devices = observer(function Devices(): ReactNode {
  const { account } = useAtlas();
  const t = useAccountTexts();
  const [notice, say] = useNotice();
  const [failure, setFailure] = useState<Failure | null>(null);
  const request = useCallback(() => account.call((client) => client.devices()), [account]);
  const { state, value, reload } = useLoaded(request);
  const end = async ({ id }: Device): Promise<void> => {
    const result = await account.call((client) => client.endDevice(id));
    setFailure(result.ok ? null : result.failure);
    say(result.ok ? t('account.device-ended') : null);
    if (result.ok) reload();
  };
  return (
    <>
      {state === 'failed' && (
        <FormMessage>
          <p>{t('account.failed')}</p>
          <button type="button" className="link" onClick={reload}>
            {t('group.retry')}
          </button>
        </FormMessage>
      )}
      <ul className="devices">
        {value?.map((device) => (
          <DeviceRow key={device.id} device={device} end={() => void end(device)} />
        ))}
      </ul>
      <NoticeLine notice={notice} />
      <div role="alert">{failure && <FormMessage>{messageOfFailure(failure, t)}</FormMessage>}</div>
    </>
  );
});

const DeviceRow = observer(function DeviceRow({
  device,
  end,
}: {
  device: Device;
  end: () => void;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useAccountTexts();
  const name = device.name || t('account.device-unknown');
  return (
    <li>
      <MonitorSmartphone size={20} aria-hidden="true" />
      <div>
        <p>{name}</p>
        <p className="soft">
          {device.current
            ? t('account.device-this')
            : t('account.device-used', { date: formatDate(device.seen, locale) })}
        </p>
      </div>
      {!device.current && (
        <button
          type="button"
          className="quiet"
          aria-label={t('account.device-end-of', { device: name })}
          onClick={end}
        >
          {t('account.device-end')}
        </button>
      )}
    </li>
  );
});
