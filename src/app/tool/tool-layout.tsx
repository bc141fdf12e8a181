import { createContext, type ReactNode, type RefObject, use, useCallback, useRef } from 'react'
import { useLocation } from 'wouter'
import { ownOf } from '#contract/core/loose-json.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { routes } from '#contract/routes.ts'
import { controlText } from '../form/controls/control.ts'
import type { FieldDescription } from '../form/describe.ts'
import { FieldRow } from '../form/field-row.tsx'
import { useEntry } from '../form/form-state.ts'
import { readText } from '../form/form-values.ts'
import { ruleFor } from '../form/judge.ts'
import type { RequestForm } from '../form/use-request-form.ts'
import { InspectorSlot, InspectorToggle } from '../inspect/drawer/inspector-slot.tsx'
import type { Run } from '../run/run.ts'
import { Badge } from '../ui/badge.tsx'
import { firstField } from '../ui/keys/first-field.ts'
import { onRunKey } from '../ui/keys/keyboard.ts'
import { useIsFormAway } from '../ui/on-stage.ts'
import { PanelLayout } from '../ui/panel-layout.tsx'
import { TabList } from '../ui/tabs.tsx'
import { PanelTools } from './panel-tools.tsx'
import { panelPlace } from './panels.ts'
import { mainField, type OwnRows } from './tool-form.tsx'
import { hrefOf, type Tool, useTools } from './tools.ts'

interface ToolLayoutProps {
  readonly tool: Tool
  readonly card: ModelCard | undefined
  readonly request: RequestForm
  /** The tool's own rows of its form, of which a phone's stage has the main one. */
  readonly rows?: OwnRows | undefined
  readonly form: ReactNode
  /** The run button and its price: at the foot of the form column, or, on a phone, of the stage below the prompt, and of the sheet. */
  readonly formFoot: ReactNode
  /** At the head of the stage: what it shows, and its actions. */
  readonly head?: ReactNode
  /** For the inspector, the newest last. */
  readonly runs: readonly Run[]
  readonly onRun: () => void
  readonly children: ReactNode
}

/** The frame of a tool: form column and stage, with the panel's tabs on top of the form, or, on a phone, of the stage. */
export function ToolLayout(props: ToolLayoutProps) {
  const { tool, card, request, rows, form, formFoot, head, runs, onRun, children } = props
  const phone = useIsFormAway()
  const { title, cable } = panelPlace(tool.panel)
  const hasTabs = useTools().filter(({ panel }) => panel === tool.panel).length > 1
  const tabpanel = hasTabs ? { id: `${tabId}panel`, role: 'tabpanel', 'aria-labelledby': tabId + tool.id } : {}
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one key for the whole panel, as in every field of it.
    <div className="contents" onKeyDown={onRunKey(onRun)}>
      <PanelLayout
        title={title}
        cable={cable}
        status={
          <span className="min-w-0 truncate">
            <Badge>{card?.status ?? routes[tool.endpoint].status}</Badge>
          </span>
        }
        form={
          <div className="grid grid-cols-1 gap-5">
            {!phone && <ToolTabs tool={tool} />}
            {form}
          </div>
        }
        formFoot={formFoot}
        sheetDone={runs.at(-1)?.id}
        wanted={request.wanted}
        head={
          <>
            <div className="flex min-w-0 flex-1 items-center gap-1">{head}</div>
            <PanelTools>
              <InspectorToggle />
            </PanelTools>
          </>
        }
        aside={<InspectorSlot runs={runs} />}
      >
        {phone && hasTabs && (
          <div className="shrink-0 border-line border-b px-4 py-2">
            <ToolTabs tool={tool} />
          </div>
        )}
        <div {...tabpanel} className="flex min-h-0 min-w-0 flex-1 flex-col">
          {children}
        </div>
        {phone && (
          <div className="grid shrink-0 grid-cols-1 gap-2 border-line border-t bg-surface px-4 py-2.5 items-center md:grid-cols-2 md:gap-3 [@media(max-height:30rem)_and_(min-width:36rem)]:grid-cols-2">
            <MainField tool={tool} form={request} rows={rows} />
            {formFoot}
          </div>
        )}
      </PanelLayout>
    </div>
  )
}

/** True from the press on a tab until the next tool has mounted, whose own tab list then takes the focus. */
export const TabWish = createContext<RefObject<boolean>>({ current: false })

/** The ids of a tool's tab (`tabId` and the tool's own) and of what the tabs control (`tabId` and `panel`) begin with it. */
const tabId = 'tool-'

/** The tabs of a panel, one for each tool; renders nothing for a single tool. */
function ToolTabs({ tool }: { readonly tool: Tool }) {
  const [, go] = useLocation()
  const tabs = useTools().filter(({ panel }) => panel === tool.panel)
  const wish = use(TabWish)
  const takeFocus = useCallback(
    (box: HTMLDivElement | null) => {
      const list = box?.firstElementChild
      const chosen = list?.querySelector<HTMLElement>('[aria-selected=true]')
      if (!list || !chosen) return
      // Also when the window becomes narrower. A list in several lines has nothing out of view.
      const watch = new ResizeObserver(() => {
        if (list.scrollWidth > list.clientWidth) chosen.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      })
      watch.observe(list)
      if (wish.current) chosen.focus()
      wish.current = false
      return () => watch.disconnect()
    },
    [wish],
  )
  if (tabs.length < 2) return null
  const choose = (id: string) => {
    const next = tabs.find((one) => one.id === id)
    if (!next || next.id === tool.id) return
    wish.current = true
    // The model of this tool is not passed on.
    go(hrefOf(next))
  }
  return (
    <div ref={takeFocus} className="grid grid-cols-1">
      <TabList
        id={tabId}
        name="Tool"
        look={tabs.length > 3 ? 'many' : 'switch'}
        tabs={tabs}
        value={tool.id}
        onChange={choose}
      />
    </div>
  )
}

interface MainFieldProps {
  readonly tool: Tool
  readonly form: RequestForm
  readonly rows?: OwnRows | undefined
}

/** The main field beside the run button of a phone's stage, in place of its row in the form. Renders nothing for a tool without one, and for one that is off. */
export function MainField({ tool, form, rows }: MainFieldProps) {
  const field = mainField(form, tool)
  if (!field || ruleFor(form.rules, field.path)?.kind === 'off') return null
  const Row = ownOf(rows, field.path) ?? FieldRow
  return field.file ? (
    // At 200 % zoom of a small window, the results keep half of what is left.
    <div {...firstField} className="-m-1 max-h-[36dvh] overflow-y-auto p-1 [@media(max-height:30rem)]:max-h-24">
      <Row form={form} field={field} />
    </div>
  ) : (
    <PromptBox form={form} field={field} />
  )
}

function PromptBox({ form, field: { path, title, placeholder } }: { form: RequestForm; field: FieldDescription }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const { value, raw } = useEntry(form.state, path, () => box.current?.focus())
  const error = ownOf(form.errors, path)
  return (
    <textarea
      {...firstField}
      ref={box}
      rows={1}
      dir="auto"
      aria-label={title}
      aria-invalid={error !== undefined || undefined}
      aria-description={error}
      placeholder={placeholder ?? title}
      value={controlText(value, raw)}
      onChange={({ target }) => form.enter(path, target.value, readText(target.value))}
      className="unkerned field-sizing-content block max-h-[min(24dvh,7.5rem)] min-h-11 w-full resize-none rounded-md border border-line bg-raised px-3 py-2.5 text-base leading-5 aria-invalid:border-danger"
    />
  )
}
