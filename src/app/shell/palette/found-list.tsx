import { type Ref, useDeferredValue, useEffect, useImperativeHandle, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import type { ModelCard } from '#contract/models/model-card.ts'
import { useConnectionContext, useProfiles } from '../../connection/connection-provider.tsx'
import { useModels } from '../../connection/use-connection.ts'
import { nameOf } from '../../run/history/matches.ts'
import { useHistory } from '../../run/history/use-history.ts'
import { newId } from '../../run/new-id.ts'
import { isStageThread } from '../../run/stored-draft.ts'
import { addressOf, panelPlace, panelPlaces } from '../../tool/panels.ts'
import { hrefOf, type Tool, toolsFor, useTools } from '../../tool/tools.ts'
import { areNamesHidden, mountedActions } from '../../ui/actions.ts'
import { shortly } from '../../ui/format.ts'
import { rowAfter } from '../../ui/keys/key-press.ts'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { openOverlay } from '../../ui/page-overlay.ts'
import { setTheme, themes } from '../../ui/theme.ts'
import { lastPlace } from '../navigation.tsx'
import { findEntries, type PaletteEntry } from './entries.ts'

/** What the list does for the box, which has the focus and so gets the keys. */
export interface FoundKeys {
  /** True for a key that the list has acted on. */
  press(key: string): boolean
}

interface FoundListProps {
  readonly id: string
  readonly typed: string
  /** Enter was pressed before there was a list. */
  readonly isEntered: boolean
  readonly keys: Ref<FoundKeys>
  readonly onActive: (id: string | undefined) => void
  readonly onClose: () => void
}

/** What fits the typed letters, the best first, with the line that Enter takes. */
export function FoundList({ id, typed, isEntered, keys, onActive, onClose }: FoundListProps) {
  const entries = useEntries()
  const sought = useDeferredValue(typed)
  const found = useMemo(() => findEntries(entries, sought), [entries, sought])
  const [moved, setMoved] = useState({ typed, at: 0 })
  const active = Math.min(moved.typed === typed ? moved.at : 0, found.length - 1)
  const activeId = found[active] && `${id}${active}`

  function choose(entry: PaletteEntry | undefined): void {
    if (!entry) return
    // The dialog gives the focus back as it closes: what is done afterwards may move it on.
    flushSync(onClose)
    entry.choose()
  }
  function press(key: string): boolean {
    // Home and End move within the typed text.
    const next = /^(?:Home|End)$/.test(key) ? undefined : rowAfter(key, active, found.length, { wraps: true, page: 8 })
    // The list may be a letter behind the box.
    if (key === 'Enter') choose(typed === sought ? found[active] : findEntries(entries, typed)[0])
    else if (next === undefined) return false
    else setMoved({ typed, at: next })
    return true
  }
  useImperativeHandle(keys, () => ({ press }))
  useEffect(() => onActive(activeId), [onActive, activeId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an Enter that waits is taken once there is something to take.
  useEffect(() => {
    if (isEntered) press('Enter')
  }, [isEntered, found])

  return (
    <>
      <div id={id} role="listbox" aria-label="Results" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text box, which keeps the focus
          <div
            key={entry.id}
            id={`${id}${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={index === active ? reveal : undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(entry)}
            className={`flex min-h-9 cursor-pointer items-baseline gap-3 rounded-md px-3 py-2 hover:bg-surface coarse:min-h-11 ${
              index === active ? 'bg-surface outline-1 outline-cable -outline-offset-1' : ''
            }`}
          >
            <span className="min-w-0 truncate" dir="auto">
              {entry.title}
            </span>
            {entry.detail && (
              <span className="min-w-0 truncate text-faint text-xs" dir="auto">
                {entry.detail}
              </span>
            )}
            {entry.keys ? (
              <kbd className="ml-auto shrink-0 font-mono text-2xs text-soft coarse:hidden">{entry.keys}</kbd>
            ) : (
              <span className="ml-auto shrink-0 text-faint text-xs">{entry.group}</span>
            )}
          </div>
        ))}
      </div>
      <p role="status" className="pt-2 text-faint text-xs">
        {found.length === 0 ? 'No matches' : `${found.length} found`}
      </p>
    </>
  )
}

function reveal(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}

/** The first tool that a model can be tried in; the list of models where there is none. */
function placeOf(tools: readonly Tool[], card: ModelCard): string {
  const [tool] = toolsFor(tools, card)
  return tool ? hrefOf(tool, { model: card.id }) : addressOf('models')
}

type Beside = Pick<PaletteEntry, 'detail' | 'keys'>

const entry = (
  group: PaletteEntry['group'],
  id: string,
  title: string,
  choose: () => void,
  beside: Beside = {},
): PaletteEntry => ({ group, id: `${group} ${id}`, title, choose, ...beside })

function commonActions(tools: readonly Tool[], go: (href: string) => void): readonly PaletteEntry[] {
  return [
    ...tools
      .filter(({ threads }) => threads === 'conversations')
      .map((tool) =>
        entry('Actions', `new ${tool.id}`, 'New conversation', () => go(hrefOf(tool, { thread: newId() })), {
          detail: panelPlace(tool.panel).title,
        }),
      ),
    entry('Actions', 'keys', 'Keyboard shortcuts', () => openOverlay('shortcuts'), { keys: `${modifierName} /` }),
    ...themes.map((theme) => entry('Actions', theme, `Theme: ${theme}`, () => setTheme(theme))),
  ]
}

function useEntries(): readonly PaletteEntry[] {
  const [, go] = useLocation()
  const { profiles } = useConnectionContext()
  const { all, selected } = useProfiles()
  const { data } = useModels()
  const { rows } = useHistory()
  const tools = useTools()
  const [here] = useState(mountedActions)
  const [isBlind] = useState(areNamesHidden)
  return useMemo(
    () => [
      ...panelPlaces.map((panel) => entry('Panels', panel.id, panel.title, () => go(lastPlace(panel)))),
      ...tools
        .filter(({ tab }) => tab !== undefined)
        .map((tool) =>
          entry('Panels', tool.id, `${panelPlace(tool.panel).title}: ${tool.title}`, () => go(hrefOf(tool))),
        ),
      ...here.map(({ name, run, ...beside }, at) => entry('On this page', `${at}`, name, run, beside)),
      ...commonActions(tools, go),
      ...all.map(({ id, name, baseUrl }) =>
        entry('Connections', id, `Use ${name}`, () => profiles.select(id), {
          detail: id === selected.id ? 'in use' : baseUrl,
        }),
      ),
      ...((!isBlind && data?.cards) || []).map((card) =>
        entry('Models', card.id, card.id, () => go(placeOf(tools, card)), { detail: card.name }),
      ),
      ...rows.flatMap((row) =>
        isBlind || isStageThread(row.thread)
          ? []
          : entry('Runs', row.id, shortly(nameOf(row), 120), () => go(addressOf('runs', { run: row.id })), {
              detail: row.model,
            }),
      ),
    ],
    [go, profiles, all, selected, data, rows, tools, here, isBlind],
  )
}
