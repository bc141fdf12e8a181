import { areAkin, kinOf, tellingWords } from '../akin.ts'
import { spacedName } from '../schema/samples.ts'
import type { Tool } from './tool-set.ts'

const longestDescription = 2000

/**
 * The tools that a prompt asks for, in the order in which the request lists them. It asks for a tool when it holds the tool's name,
 * or every telling word of the name (`get_weather` → weather), or one of the first two telling words of the description, or any two
 * of name and description together. Words count as the same when they are akin. A sum, such as `12 * 7`, speaks of calculating.
 */
export function toolsAskedFor(prompt: string, tools: readonly Tool[]): readonly Tool[] {
  const lower = prompt.toLowerCase()
  const isSaid = kinOf([...tellingWords(lower), ...(sum.test(lower) ? wordsOfSums : [])])
  return tools.filter((tool) => isSpelled(tool.name, lower) || isDescribed(tool, isSaid))
}

/** A minus and a stroke need room around them: dates and numbers of parts have them too. */
const sum =
  /\d\s{0,3}[*+×÷^]\s{0,3}[-(]{0,2}\d|\d\s{1,3}[-−/x]\s{1,3}\(?\d|\d\s(?:plus|minus|times|divided by|multiplied by)\s\d/
const wordsOfSums = ['calculate', 'arithmetic', 'math', 'mathematics', 'expression']

const isSpelled = (name: string, lower: string) => name.length > 2 && lower.includes(name.toLowerCase())

function isDescribed({ name, description }: Tool, isSaid: (word: string) => boolean): boolean {
  const named = tellingWords(spacedName(name))
  const offered = tellingWords(description.slice(0, longestDescription))
  if (named.length > 0 && named.every(isSaid)) return true
  return offered.slice(0, 2).some(isSaid) || distinct([...named, ...offered].filter(isSaid)) >= 2
}

/** How many words there are of which no two are akin. */
function distinct(words: readonly string[]): number {
  return words.filter((word, at) => !words.slice(0, at).some((earlier) => areAkin(earlier, word))).length
}
