import { canonicalJson, listOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import type { LibraryPrompt, SavedPrompt } from '#lab/prompts/saved-prompt.ts'
import { shortly } from '../../../ui/format.ts'

export const nameOf = ({ versions }: LibraryPrompt): string =>
  shortly(versions.at(-1)?.prompt.name ?? '', 80) || 'Untitled'

/** A prompt as one text: what two versions are compared by. */
export function promptText({ instructions, messages, variables, parameters }: SavedPrompt): string {
  const said = messages.map(({ role, content }) => {
    const parts = listOf(content).map((part) => stringOf(recordOf(part).text) || `[${stringOf(recordOf(part).type)}]`)
    return `${role}:\n${parts.join('\n')}`
  })
  const usual = Object.entries(variables).map(
    ([name, { type, default: value }]) => `{{${name}}}: ${type}${value === undefined ? '' : `, ${value}`}`,
  )
  const set = Object.entries(parameters).map(([name, value]) => `${name}: ${canonicalJson(value)}`)
  return [instructions && `instructions:\n${instructions}`, ...said, usual.join('\n'), set.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The texts and settings of a prompt, to be read. */
export const PromptText = ({ prompt }: { readonly prompt: SavedPrompt }) => (
  <pre
    dir="auto"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by the keyboard.
    tabIndex={0}
    className="max-h-60 overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-surface p-3 font-mono text-xs"
  >
    {promptText(prompt)}
  </pre>
)
