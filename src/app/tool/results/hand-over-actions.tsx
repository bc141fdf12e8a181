import { essenceOf } from '#media/media-type.ts'
import type { MenuItem } from '../../ui/popup/menu-list.tsx'
import { useHandOver } from '../hand-over.ts'
import { type Taking, type Tool, useTools } from '../tools.ts'

/** What a tool makes of a file, as an action; with a `word` it is a button of its own. */
export interface HandOverAction extends MenuItem {
  readonly word: string | undefined
}

interface TakenFile {
  readonly name: string
  readonly blob: Blob
  /** Detected from the bytes; the tools read it as `Blob.type`. */
  readonly type: string
}

/** The actions that hand a file over to other tools. `what` is what their names call it. */
export const useHandOverActions = ({ name, blob, type }: TakenFile, what: string): readonly HandOverAction[] =>
  useLateHandOverActions(type, what, (give) => give({ name, blob: withType(blob, type) }))

/** The same for a file of this type that is made when an action is chosen: `make` calls `give` with it, or not at all. */
export function useLateHandOverActions(
  type: string,
  what: string,
  make: (give: (file: Omit<TakenFile, 'type'>) => void) => void,
): readonly HandOverAction[] {
  const handOver = useHandOver()
  return handOversOf(useTools(), essenceOf(type)).map(({ tool, as, ...taking }) => ({
    name: taking.name(what),
    word: taking.word,
    icon: <tool.icon size={16} />,
    onSelect: () => make((file) => handOver({ files: [file], as }, tool)),
  }))
}

/** The bytes as a Blob of a type; the clipboard reads it too. */
export const withType = (blob: Blob, type: string): Blob => (blob.type === type ? blob : blob.slice(0, blob.size, type))

/** What can be done with a file in other tools, those that are made for few kinds of file first. */
export const handOversOf = (all: readonly Tool[], type: string): readonly (Taking & { readonly tool: Tool })[] =>
  all
    .toReversed()
    .flatMap((tool) => (tool.takes ?? []).filter(({ types }) => types.test(type)).map((one) => ({ ...one, tool })))
