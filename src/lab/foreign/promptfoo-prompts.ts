import { isRecord, type JsonRecord, jsonIn, listOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { type Path, yamlIn } from '../rows/yaml-text.ts'
import { isMessages, type Lose, loseOthers, plainTemplate } from './foreign-set.ts'

/** A prompt with placeholders: a text, or a conversation. */
export type Prompt = string | readonly JsonRecord[]

/** A text that names a file or a program in place of a prompt. */
const elsewhere =
  /^(?:(?:file|exec|python|https?):\/\/?|exec:|\S+\.(?:txt|json|jsonl|ya?ml|[cm]?[jt]s|py|md|csv|j2)(?::\w+)?$)/

/** The prompts of a promptfoo file. Those that stand in files or are made by code are losses. */
export function promptsIn(given: unknown, lose: Lose): readonly Prompt[] {
  const areNamed = isRecord(given) && !('raw' in given)
  const list = given === undefined || areNamed ? [] : [given].flat()
  if (areNamed) lose(['prompts'], 'prompts by file name not taken over')
  return list.flatMap((one: unknown, at) => {
    const path: Path = Array.isArray(given) ? ['prompts', at] : ['prompts']
    const { raw = one, id } = recordOf(one)
    const text = stringOf(raw) || stringOf(id)
    loseOthers(recordOf(one), ['raw', 'id', 'label'], path, lose, ' of a prompt')
    if (isMessages(raw)) return [conversation(raw, path, lose)]
    if (typeof raw !== 'string' || elsewhere.test(text.trim())) {
      lose(path, `prompt ${text.trim() || 'of another form'} not read`)
      return []
    }
    const messages = messagesIn(text)
    return [messages ? conversation(messages, path, lose) : stringOf(plainTemplate(text, path, lose))]
  })
}

const conversation = (messages: unknown, path: Path, lose: Lose) =>
  listOf(plainTemplate(messages, path, lose)).map(recordOf)

/** A conversation that is written as JSON or YAML in a text. */
function messagesIn(text: string): readonly JsonRecord[] | undefined {
  const value = /^\s*\[/.test(text) ? jsonIn(text) : /^\s*- role:/.test(text) ? yamlIn(text) : undefined
  return isMessages(value) ? value : undefined
}
