import { stringify } from 'yaml'
import { type JsonRecord, ownOf, stringOf, textOrJson } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { endpointOfTool } from '#contract/tool-endpoints.ts'
import { visible } from '#media/safe-html.ts'
import { cellRequest, columnName, columnsOf, rowsOf } from '../cells.ts'
import type { Check } from '../checks/check.ts'
import { checkWords, rowChecksOf } from '../checks/evaluate.ts'
import { isJudgeType } from '../judges/judge-requests.ts'
import type { LabPlan } from '../lab-plan.ts'

/** The kinds of providers that promptfoo has for endpoints; it cannot call the others. */
const kinds = new Map(Object.entries({ responses: 'openai:responses', 'images.generations': 'openai:image' }))

/** Types of checks that promptfoo has by the same name and with the same value. */
const sameThere = new Set([
  ...['equals', 'contains', 'icontains', 'contains-any', 'contains-all', 'starts-with', 'regex', 'is-json'],
  'is-refusal',
])

/** A check as an assertion; undefined where promptfoo has none. */
function assertionOf({ type, not, value, min, max, path, model, prompt, schema }: Check): object | undefined {
  const name = `${not ? 'not-' : ''}${type}`
  if (path !== undefined) return undefined
  if (sameThere.has(type)) return { type: name, ...(value !== undefined && { value }) }
  if (type === 'word-count')
    return { type: name, value: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) } }
  // With a prompt of its own it would be asked something else there.
  if (isJudgeType(type) && stringOf(model) !== '' && prompt === undefined && schema === undefined)
    return { type: name, value, provider: `openai:responses:${model}`, ...(min !== undefined && { threshold: min }) }
  // In milliseconds there.
  if (type === 'latency' && max !== undefined && min === undefined) return { type: name, threshold: max * 1000 }
  return undefined
}

const assertionsOf = (checks: readonly Check[]) => checks.flatMap((check) => assertionOf(check) ?? [])

/** A plan as a configuration of promptfoo. What that has no words for stands above it, as comments. */
export function promptfooYaml(plan: LabPlan): string {
  const endpoint = endpointOfTool(plan.tool) ?? ''
  const field = promptField(endpoint)
  const prompt = ownOf(plan.request, field)
  const kind = kinds.get(endpoint)
  const columns = columnsOf({ ...plan, axes: { ...plan.axes, repeat: 1 } })
  const providers = columns.map((column) => {
    const {
      model,
      [field]: _,
      ...config
    } = cellRequest({ ...plan, request: { ...plan.request, [field]: '' } }, {}, column)
    const id = kind === undefined ? String(model) : `${kind}:${model}`
    return { id, label: columnName(column), ...(Object.keys(config).length > 0 && { config }) }
  })
  const shared = rowChecksOf({ ...plan, columns: {} }, {})
  const ofRows = rowsOf(plan).map((row) => rowChecksOf({ ...plan, checks: [] }, row))
  const tests = rowsOf(plan).map((row, at) => {
    const own = ofRows[at] ?? []
    const ofKind = (isWanted: (kind: string) => boolean): JsonRecord =>
      Object.fromEntries(Object.entries(row).filter(([name]) => isWanted(ownOf(plan.columns, name) ?? 'variable')))
    const metadata = ofKind((one) => one === 'metadata')
    return {
      vars: ofKind((one) => one !== 'metadata' && one !== 'checks'),
      ...(Object.keys(metadata).length > 0 && { metadata }),
      ...(own.length > 0 && { assert: assertionsOf(own) }),
    }
  })
  const lost = [...shared, ...ofRows.flat()].filter((check) => !assertionOf(check))
  const losses = [
    ...(kind === undefined ? [`promptfoo has no provider for the tool “${plan.tool}”: name one.`] : []),
    ...new Set(lost.map((check) => `Check without an assertion: ${checkWords(check)}`)),
  ]
  const config = {
    description: plan.name,
    prompts: [typeof prompt === 'string' ? prompt : textOrJson(prompt)],
    providers,
    // Lists are values here, not rows of their own.
    defaultTest: { options: { disableVarExpansion: true }, assert: assertionsOf(shared) },
    ...(plan.axes.repeat > 1 && { evaluateOptions: { repeat: plan.axes.repeat } }),
    tests,
  }
  const comments = losses.map((line) => `# ${visible(line).replace(/[\r\n\u2028\u2029]+/g, ' ')}\n`)
  const text = stringify(config, { lineWidth: 0, aliasDuplicateObjects: false })
  // The reader of promptfoo refuses a file with any of these.
  return comments.join('') + text.replace(/[\x7f-\x84\x86-\x9f\ufffe\uffff]/g, '\ufffd')
}
