import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { ModelCard } from '#contract/models/model-card.ts'
import { useConnectionContext, useProfiles } from '../../connection/connection-provider.tsx'
import { useModels } from '../../connection/use-connection.ts'
import { nameOf } from '../../run/history/matches.ts'
import { useHistory } from '../../run/history/use-history.ts'
import { newId } from '../../run/new-id.ts'
import { addressOf, panelPlace, panelPlaces } from '../../tool/panels.ts'
import { hrefOf, type Tool, toolsFor, useTools } from '../../tool/tools.ts'
import { mountedActions } from '../../ui/actions.ts'
import { shortly } from '../../ui/format.ts'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { openOverlay } from '../../ui/page-overlay.ts'
import { setTheme, themes } from '../../ui/theme.ts'
import { lastPlace } from '../panel-place.ts'
import type { PaletteEntry } from './entries.ts'

/** The first tool that a model can be tried in; the list of models where there is none. */
function placeOf(tools: readonly Tool[], card: ModelCard): string {
  const [tool] = toolsFor(tools, card)
  return tool ? hrefOf(tool, { model: card.id }) : addressOf('models')
}

/** What may stand in an entry beside what it is and does. */
type Beside = Pick<PaletteEntry, 'detail' | 'keys'>

const entry = (
  group: PaletteEntry['group'],
  id: string,
  title: string,
  choose: () => void,
  beside: Beside = {},
): PaletteEntry => ({ group, id: `${group} ${id}`, title, choose, ...beside })

/** What can be done on every panel. */
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

/** Everything that the palette finds. */
export function useEntries(): readonly PaletteEntry[] {
  const [, go] = useLocation()
  const { profiles } = useConnectionContext()
  const { all, selected } = useProfiles()
  const { data } = useModels()
  const { rows } = useHistory()
  const tools = useTools()
  const [here] = useState(mountedActions)
  return useMemo(
    () => [
      ...panelPlaces.map((panel) => entry('Panels', panel.id, panel.title, () => go(lastPlace(panel)))),
      ...tools
        .filter(({ tab }) => tab !== undefined)
        .map((tool) =>
          entry('Panels', tool.id, `${panelPlace(tool.panel).title}: ${tool.title}`, () => go(hrefOf(tool))),
        ),
      ...here.map(({ name, detail, keys, run }, at) =>
        entry('On this page', `${at}`, name, run, { ...(detail && { detail }), ...(keys && { keys }) }),
      ),
      ...commonActions(tools, go),
      ...all.map(({ id, name, baseUrl }) =>
        entry('Connections', id, `Use ${name}`, () => profiles.select(id), {
          detail: id === selected.id ? 'in use' : baseUrl,
        }),
      ),
      ...(data?.cards ?? []).map((card) =>
        entry(
          ...(['Models', card.id, card.id, () => go(placeOf(tools, card))] as const),
          card.name ? { detail: card.name } : {},
        ),
      ),
      ...rows.map((row) =>
        entry('Runs', row.id, shortly(nameOf(row), 120), () => go(addressOf('runs', { run: row.id })), {
          detail: row.model,
        }),
      ),
    ],
    [go, profiles, all, selected, data, rows, tools, here],
  )
}
