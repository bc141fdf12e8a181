import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ModelCard } from '#contract/models/model-card.ts'
import { useConnectionContext, useProfiles } from '../../connection/connection-context.ts'
import { useModels } from '../../connection/use-models.ts'
import { shortly } from '../../inspect/shortly.ts'
import { panels } from '../../panels/index.ts'
import { nameOf } from '../../run/history/matches.ts'
import { useHistory } from '../../run/history/use-history.ts'
import { newId } from '../../run/new-id.ts'
import { triedIn } from '../../tool/tried-in.ts'
import { setTheme, themes } from '../../ui/theme.ts'
import { panelPlace } from '../panel-place.ts'
import type { Entry } from './entry.ts'

const addressOf = (path: string, words: Readonly<Record<string, string>>) => `${path}?${new URLSearchParams(words)}`

/** A model that can be tried nowhere yet is looked up. */
const placeOf = (card: ModelCard) => triedIn(card)[0]?.href ?? '/models'

/** Everything that the palette finds. */
export function useEntries(onShortcuts: () => void): readonly Entry[] {
  const [, go] = useLocation()
  const { profiles } = useConnectionContext()
  const { all, selected } = useProfiles()
  const { data } = useModels()
  const { rows } = useHistory()
  return useMemo(() => {
    const entry = (group: Entry['group'], id: string, title: string, choose: () => void, detail?: string): Entry => ({
      ...{ group, id: `${group} ${id}`, title, choose },
      ...(detail !== undefined && { detail }),
    })
    return [
      ...panels.map(({ id, title, path }) => entry('Panels', id, title, () => go(panelPlace({ id, path })))),
      entry('Actions', 'new', 'New conversation', () => go(addressOf('/chat', { thread: newId() })), 'Chat'),
      entry('Actions', 'keys', 'Keyboard shortcuts', onShortcuts),
      ...themes.map((theme) => entry('Actions', theme, `Theme: ${theme}`, () => setTheme(theme))),
      ...all.map(({ id, name, baseUrl }) =>
        entry('Connections', id, `Use ${name}`, () => profiles.select(id), id === selected.id ? 'in use' : baseUrl),
      ),
      ...(data?.cards ?? []).map((card) => entry('Models', card.id, card.id, () => go(placeOf(card)), card.name)),
      ...rows.map((row) =>
        entry('Runs', row.id, shortly(nameOf(row), 120), () => go(addressOf('/runs', { run: row.id })), row.model),
      ),
    ]
  }, [go, onShortcuts, profiles, all, selected, data, rows])
}
