import { ArrowLeft, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { unnamed } from '#lab/judgements.ts'
import { useJudgements } from '../../../run/history/stored-judgements.ts'
import { lineLook } from '../../../ui/box-look.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { counted, shortly } from '../../../ui/format.ts'
import { useLetterHint } from '../../../ui/keys/letter-keys.tsx'
import { PanelHead } from '../../../ui/panel-layout.tsx'
import { useLabPlace } from '../lab-place.ts'

interface PeopleLayoutProps {
  readonly title: string
  /** Goes back to what came before on the page; left out where that is the plan. */
  readonly onBack?: (() => void) | undefined
  readonly children?: ReactNode
}

/** A page of its own in place of a plan's: its form would name the models. */
export function PeopleLayout({ title, onBack, children }: PeopleLayoutProps) {
  const [, go] = useLabPlace()
  return (
    <main data-cable="chat" aria-busy={children === undefined} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PanelHead>
        <IconButton
          name={onBack ? 'Back' : 'Back to the plan'}
          icon={<ArrowLeft size={18} />}
          onClick={onBack ?? (() => go({ view: 'results' }, 'replace'))}
        />
        <h1 className="flex-1 font-semibold text-base">{title}</h1>
      </PanelHead>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 pb-0! md:p-6">
        <div className="mx-auto grid max-w-7xl grid-cols-1 gap-4 pb-4">{children}</div>
      </div>
    </main>
  )
}

/** `undo` takes back what was said last; undefined where nothing can be. */
export function UndoButton({ undo }: { readonly undo: (() => void) | undefined }) {
  const hint = useLetterHint()
  return (
    <Button look="quiet" icon={<Undo2 size={16} />} disabled={!undo} {...hint('U')} onClick={undo}>
      Undo
    </Button>
  )
}

/** Whose judgements are made here. Asks whose the ones without a name are, once one is typed. */
export function ReviewerName() {
  const { name, owner, all, setName } = useJudgements()
  const [asked, setAsked] = useState<string>()
  const nameless = owner === unnamed ? all.filter(({ by }) => by === unnamed).length : 0
  function take(typed: string): void {
    if (typed === name) return
    if (nameless > 0 && typed !== unnamed && typed !== '') setAsked(typed)
    else setName(typed)
  }
  const answer = (as: 'owner' | 'guest') => {
    setAsked(undefined)
    setName(asked ?? '', as)
  }
  return (
    <>
      <label className="grid w-full max-w-60 gap-1 text-soft text-xs">
        Your name
        <input
          key={name}
          className={lineLook}
          maxLength={100}
          defaultValue={name}
          onBlur={({ target }) => take(target.value.trim())}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      </label>
      {asked !== undefined && (
        <Callout tone="note" urgent title={`Who made the ${counted(nameless, 'judgement')} so far?`}>
          <div className="flex flex-wrap gap-1 pt-0.5">
            <Button small onClick={() => answer('owner')}>
              {shortly(asked, 40)}
            </Button>
            <Button small onClick={() => answer('guest')}>
              Somebody else
            </Button>
          </div>
        </Callout>
      )}
    </>
  )
}
