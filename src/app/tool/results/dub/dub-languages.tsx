import { Check, LoaderCircle, TriangleAlert } from 'lucide-react'
import { languageName } from '../../../view/language-name.ts'
import type { DubTold } from './dub-told.ts'

const look = { size: 14, className: 'shrink-0' } as const

interface DubLanguagesProps extends Pick<DubTold, 'languages'> {
  /** What has not come will not come. */
  readonly isOver: boolean
}

/** How far each language of a dub is. */
export const DubLanguages = ({ languages, isOver }: DubLanguagesProps) => (
  <ul aria-label="Languages" className="flex flex-wrap gap-1.5">
    {languages.map(({ code, isReady }) => (
      <li
        key={code}
        className="flex min-h-8 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-xs"
      >
        {isReady ? <Check {...look} /> : isOver ? <TriangleAlert {...look} /> : <LoaderCircle {...look} />}
        <span>{languageName(code)}</span>
        <span className="text-faint">{isReady ? 'ready' : isOver ? 'not made' : 'not ready'}</span>
      </li>
    ))}
  </ul>
)
