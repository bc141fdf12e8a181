import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useJudgements } from '../../../run/history/stored-judgements.ts'
import { lineLook } from '../../../ui/box-look.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { PanelHead } from '../../../ui/panel-layout.tsx'
import { useLabPlace } from '../lab-place.ts'

/** A page of its own in place of a plan's: its form would name the models. */
export function PeopleLayout({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const [, go] = useLabPlace()
  return (
    <main data-cable="chat" aria-busy={children === undefined} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PanelHead>
        <IconButton
          name="Back to the plan"
          icon={<ArrowLeft size={18} />}
          onClick={() => go({ view: 'results' }, 'replace')}
        />
        <h1 className="flex-1 font-semibold text-base">{title}</h1>
      </PanelHead>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 pb-0! md:p-6">
        <div className="mx-auto grid max-w-7xl grid-cols-1 gap-4 pb-4">{children}</div>
      </div>
    </main>
  )
}

/** Whose judgements are made here. */
export function ReviewerName() {
  const { name, setName } = useJudgements()
  const id = useId()
  return (
    <label htmlFor={id} className="grid w-full max-w-60 gap-1 text-soft text-xs">
      Your name
      <input
        id={id}
        key={name}
        className={lineLook}
        maxLength={100}
        defaultValue={name}
        onBlur={({ target }) => target.value.trim() !== name && setName(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
    </label>
  )
}
