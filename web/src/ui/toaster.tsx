import { Toaster as Sonner } from 'sonner';

/** For passing news only: whatever must persist is shown in its place. */
export function Toaster() {
  return (
    <Sonner
      position="top-center"
      theme="system"
      offset={{ top: 'calc(env(safe-area-inset-top) + 4.5rem)' }}
      mobileOffset={{ top: 'calc(env(safe-area-inset-top) + 4.5rem)' }}
      toastOptions={{
        classNames: { toast: 'rounded-pad! border-line! bg-raised! text-ink! shadow-lift! font-sans!', description: 'text-muted!' },
      }}
    />
  );
}
