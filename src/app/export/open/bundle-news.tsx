import { X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import type { OpenBundle } from './use-open-bundle.ts'

/** What became of the bundle that was opened last. */
export function BundleNews({ bundle }: { readonly bundle: OpenBundle }) {
  const { news, dismiss } = bundle
  if (news === undefined) return null
  const failed = news.kind === 'failed'
  return (
    <div className="flex shrink-0 items-center gap-2 border-line border-b bg-surface px-4 py-1.5 md:px-5">
      <p
        role={failed ? 'alert' : 'status'}
        className={`min-w-0 flex-1 break-words text-xs ${failed ? 'text-danger' : ''}`}
      >
        {news.kind === 'busy' ? 'Reading the bundle …' : news.words}
      </p>
      {news.kind !== 'busy' && <IconButton name="Dismiss" icon={<X size={16} strokeWidth={1.5} />} onClick={dismiss} />}
    </div>
  )
}
