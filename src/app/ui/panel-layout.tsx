import { PanelLeftClose, PanelLeftOpen, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useActions } from './actions.ts'
import { HeadButton, IconButton } from './button/button.tsx'
import { Dialog } from './dialog.tsx'
import { modifierName, usePageKeys } from './keys/keyboard.ts'
import { useIsFormAway, useOnStage } from './on-stage.ts'
import { keptWord, usePageState } from './page-state.ts'

/** Whether the parameter column of the chat is folded to a rail. */
const column = keptWord('patchbay.parameters', ['open', 'folded'])

const useParameterColumn = () => usePageState(column)

/** Whether the parameters are not on the screen: folded, or in a phone's sheet. */
export function useAreParametersAway(): boolean {
  const isAway = useIsFormAway()
  return useParameterColumn() === 'folded' || isAway
}

/** The key that folds it, which no browser uses. */
export const foldKeys = `${modifierName} '`

/** By the key's place on the keyboard: `'` is a digit's key in some layouts, where browsers listen to it. */
const isFoldKey = ({ code, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent) =>
  code === 'Quote' && (ctrlKey || metaKey) && !altKey && !shiftKey && !repeat

interface PanelLayoutProps {
  title: string
  /** Beside the title: the support status. */
  status?: ReactNode
  form: ReactNode
  /** Stays at the foot of the form column, or of the sheet. */
  formFoot?: ReactNode
  /** At the head of the stage: what it shows, and the connection. */
  head: ReactNode
  cable: string
  /** Another word closes the sheet; that there is none any more does not. */
  sheetDone?: string | undefined
  /** Something in the form that is wanted on the screen: another object opens the sheet. */
  wanted?: object | undefined
  folds?: boolean
  aside?: ReactNode
  children: ReactNode
}

/** The header of a panel's `main`: the same height and edges on all panels. */
export const PanelHead = ({ children }: { readonly children: ReactNode }) => (
  <header className="@container flex h-14 shrink-0 items-center gap-1 border-line border-b px-3 md:gap-3 md:px-5">
    {children}
  </header>
)

export function PanelLayout({
  title,
  status,
  form,
  formFoot,
  head,
  cable,
  sheetDone,
  wanted,
  folds = false,
  aside,
  children,
}: PanelLayoutProps) {
  const phone = useIsFormAway()
  const stage = useOnStage()
  const [sheet, setSheet] = useState(false)
  const [done, setDone] = useState(sheetDone)
  if (done !== sheetDone) {
    setDone(sheetDone)
    if (sheetDone !== undefined) setSheet(false)
  }
  const [before, setBefore] = useState(wanted)
  if (before !== wanted) {
    setBefore(wanted)
    if (wanted && phone) setSheet(true)
  }
  const openSheet = () => setSheet(true)
  useActions(phone ? [{ name: 'Parameters', run: openSheet }] : [])
  return (
    <div data-cable={cable} className="flex min-h-0 min-w-0 flex-1">
      {phone ? (
        <Dialog kind="sheet" title={`${title} parameters`} open={sheet} onClose={() => setSheet(false)} foot={formFoot}>
          {form}
        </Dialog>
      ) : (
        <Column {...{ title, status, form, formFoot, wanted, folds }} />
      )}
      <main className="flex min-h-0 min-w-0 flex-1 flex-col">
        <PanelHead>
          {phone && (
            <>
              {/* The navigation at the foot of the screen shows it. */}
              {!stage && <h1 className="sr-only">{title}</h1>}
              <HeadButton
                name={stage ? 'Settings' : 'Parameters'}
                icon={<SlidersHorizontal size={18} />}
                onClick={openSheet}
              />
            </>
          )}
          {stage ? stage.head : head}
        </PanelHead>
        {children}
      </main>
      {!stage && aside}
    </div>
  )
}

type ColumnProps = Pick<PanelLayoutProps, 'title' | 'status' | 'form' | 'formFoot' | 'wanted' | 'folds'>

/** The form at the left of the stage; folded, a rail with the button that opens it. A field that is wanted opens it too. */
function Column({ title, status, form, formFoot, wanted, folds = false }: ColumnProps) {
  const isFolded = useParameterColumn() === 'folded' && folds
  const button = useRef<HTMLButtonElement>(null)
  const toggle = () => {
    column.set(isFolded ? 'open' : 'folded')
    // A field that had the focus is gone.
    requestAnimationFrame(() => document.activeElement === document.body && button.current?.focus())
  }
  usePageKeys((event) => {
    if (!folds || !isFoldKey(event)) return
    event.preventDefault()
    toggle()
  })
  useEffect(() => {
    if (wanted && folds) column.set('open')
  }, [wanted, folds])
  const name = isFolded ? 'Show parameters' : 'Hide parameters'
  useActions(folds ? [{ name, keys: foldKeys, run: toggle }] : [])
  return (
    <section
      aria-label={`${title} parameters`}
      className={`flex shrink-0 flex-col border-r border-line ${isFolded ? 'w-12 coarse:w-14' : 'w-72 xl:w-[21.25rem]'}`}
    >
      <header
        className={`flex h-14 shrink-0 items-center border-b border-line ${isFolded ? 'justify-center' : 'gap-3 px-5'}`}
      >
        <h1 className={isFolded ? 'sr-only' : 'text-base font-semibold'}>{title}</h1>
        {!isFolded && status}
        {folds && (
          <IconButton
            ref={button}
            name={`${name} (${foldKeys})`}
            aria-label={name}
            aria-keyshortcuts="Control+' Meta+'"
            aria-expanded={!isFolded}
            icon={isFolded ? <PanelLeftOpen size={18} /> : <PanelLeftClose size={18} />}
            onClick={toggle}
            className={isFolded ? '' : '-mr-2 ml-auto'}
          />
        )}
      </header>
      {!isFolded && (
        <>
          <div className="relative min-h-0 flex-1 overflow-y-auto p-5">{form}</div>
          {formFoot && <div className="shrink-0 border-t border-line px-5 py-3">{formFoot}</div>}
        </>
      )}
    </section>
  )
}
