import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ModelCard } from '#contract/models/model-card.ts'
import { useConnectionContext, useProfiles } from '../../connection/connection-provider.tsx'
import { useModels } from '../../connection/use-connection.ts'
import { nameOf } from '../../run/history/matches.ts'
import { useHistory } from '../../run/history/use-history.ts'
import { newId } from '../../run/new-id.ts'
import { addressOf, panelPlace, panelPlaces } from '../../tool/panels.ts'
import { hrefOf, type Tool, toolsFor, useTools } from '../../tool/tools.ts'
import { shortly } from '../../ui/format.ts'
import { setTheme, themes } from '../../ui/theme.ts'
import { lastPlace } from '../panel-place.ts'
import type { PaletteEntry } from './entries.ts'

/** The first tool that a model can be tried in; the list of models where there is none. */
function placeOf(tools: readonly Tool[], card: ModelCard): string {
  const [tool] = toolsFor(tools, card)
  return tool ? hrefOf(tool, { model: card.id }) : addressOf('models')
}

/** Everything that the palette finds. */
export function useEntries(onShortcuts: () => void): readonly PaletteEntry[] {
  const [, go] = useLocation()
  const { profiles } = useConnectionContext()
  const { all, selected } = useProfiles()
  const { data } = useModels()
  const { rows } = useHistory()
  const tools = useTools()
  return useMemo(() => {
    const entry = (
      group: PaletteEntry['group'],
      id: string,
      title: string,
      choose: () => void,
      detail?: string,
    ): PaletteEntry => ({
      ...{ group, id: `${group} ${id}`, title, choose },
      ...(detail !== undefined && { detail }),
    })
    return [
      ...panelPlaces.map((panel) => entry('Panels', panel.id, panel.title, () => go(lastPlace(panel)))),
      ...tools
        .filter(({ threads }) => threads === 'conversations')
        .map((tool) =>
          entry(
            ...([
              'Actions',
              `new ${tool.id}`,
              'New conversation',
              () => go(hrefOf(tool, { thread: newId() })),
            ] as const),
            panelPlace(tool.panel).title,
          ),
        ),
      entry('Actions', 'keys', 'Keyboard shortcuts', onShortcuts),
      ...themes.map((theme) => entry('Actions', theme, `Theme: ${theme}`, () => setTheme(theme))),
      ...all.map(({ id, name, baseUrl }) =>
        entry('Connections', id, `Use ${name}`, () => profiles.select(id), id === selected.id ? 'in use' : baseUrl),
      ),
      ...(data?.cards ?? []).map((card) =>
        entry('Models', card.id, card.id, () => go(placeOf(tools, card)), card.name),
      ),
      ...rows.map((row) =>
        entry('Runs', row.id, shortly(nameOf(row), 120), () => go(addressOf('runs', { run: row.id })), row.model),
      ),
    ]
  }, [go, onShortcuts, profiles, all, selected, data, rows, tools])
}
