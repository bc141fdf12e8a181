import { spacedName } from './schema/samples.ts'
import type { Tool } from './tool-set.ts'

/** Words that say nothing about what a tool is for. */
const empty = new Set(
  (
    'a an and any are as at be by can current currently data date day do does each find for from get given gives have how i if in ' +
    'information into is it its list look make me name new number of on one or our out please provide provides result results return ' +
    'returns run set show some string tell text that the their them then these this time to two up use used user using value via want ' +
    'was we what when where which who will with you your city country location person place'
  ).split(' '),
)

/**
 * The tools that a prompt asks for, in the order in which the request lists them. It asks for a tool when it holds the tool's name,
 * or every telling word of the name (`get_weather` → weather), or one of the first two telling words of the description, or any two
 * of them. Words are compared by their stems.
 */
export function toolsAskedFor(prompt: string, tools: readonly Tool[]): readonly Tool[] {
  const lower = prompt.toLowerCase()
  const said = new Set(words(lower).map(stem))
  return tools.filter((tool) => isNamed(tool.name, lower, said) || isDescribed(tool.description, said))
}

function isNamed(name: string, lower: string, said: ReadonlySet<string>): boolean {
  const inName = telling(spacedName(name))
  const spelled = name.length > 2 && lower.includes(name.toLowerCase())
  return spelled || (inName.length > 0 && inName.every((word) => said.has(word)))
}

function isDescribed(description: string, said: ReadonlySet<string>): boolean {
  const offered = telling(description.toLowerCase())
  const hits = offered.filter((word) => said.has(word))
  return hits.length >= 2 || offered.slice(0, 2).some((word) => said.has(word))
}

const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

function telling(text: string): readonly string[] {
  return [
    ...new Set(
      words(text)
        .filter((word) => word.length > 1 && !empty.has(word))
        .map(stem),
    ),
  ]
}

/** A word without its English ending, so that `prices` meets `price` and `converts` meets `convert`. */
function stem(word: string): string {
  const bare = word.replace(/ies$/, 'y').replace(/(?:ing|ed|es|s|e)$/, '')
  return bare.length >= 3 ? bare : word
}
