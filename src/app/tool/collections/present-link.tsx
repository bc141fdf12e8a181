import { Presentation } from 'lucide-react'
import { Link } from 'wouter'
import { stageHref } from '../../collections/collection-drafts.ts'

export const presentLook =
  'inline-flex min-h-9 shrink-0 items-center gap-2 rounded-md border border-line bg-surface px-3 text-sm hover:bg-raised coarse:min-h-11'

/** To the stage with the collection of this id. `name`: where there are several. */
export const PresentLink = ({ id, name }: { readonly id: string; readonly name?: string }) => (
  <Link href={stageHref(id)} aria-label={name} className={presentLook}>
    <Presentation size={16} />
    Present
  </Link>
)
