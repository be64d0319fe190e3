import { clsx } from 'clsx';
import { ChartColumn, ChevronRight, CreditCard, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import { settingsTexts } from '../../../lib/settings-texts';
import { texts } from '../../../lib/texts';
import { Button } from '../../../ui/button';
import { useUsageSummary } from './usage-summary';

export interface MainViewProps {
  status: SubscriptionStatus | null;
  onUsage: () => void;
  onBilling: () => void;
  onDelete: () => void;
  onBack: () => void;
}

export function MainView({ status, onUsage, onBilling, onDelete, onBack }: MainViewProps) {
  return (
    <div className="grid gap-3">
      <Row
        icon={<ChartColumn aria-hidden size={22} className="shrink-0" />}
        onClick={onUsage}
        detail={useUsageSummary(status)}
      >
        {settingsTexts.settings.usage}
      </Row>
      <Row icon={<CreditCard aria-hidden size={22} className="shrink-0" />} onClick={onBilling}>
        {settingsTexts.settings.billing}
      </Row>
      <Row icon={<Trash2 aria-hidden size={22} className="shrink-0" />} onClick={onDelete} className="text-bad">
        {settingsTexts.settings.delete}
      </Row>
      <Button variant="quiet" onClick={onBack} className="mt-3">
        {texts.common.back}
      </Button>
    </div>
  );
}

interface RowProps {
  icon: ReactNode;
  onClick: () => void;
  className?: string;
  /** What there is to see. */
  detail?: string;
  children: string;
}

/** One line of the menu: leads on to another view. */
function Row({ icon, onClick, className, detail, children }: RowProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={clsx(
        'touch-pad flex min-h-16 items-center gap-3.5 rounded-pad border border-line px-4 py-3 text-left font-semibold transition-colors hover:bg-sunken active:bg-sunken-strong',
        className,
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">
        {children}
        {detail && <span className="block text-sm font-normal text-muted text-pretty">{detail}</span>}
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-muted" />
    </button>
  );
}
