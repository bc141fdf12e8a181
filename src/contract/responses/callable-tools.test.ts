import { expect, test } from 'vitest'
import { flatNameOf, toolPlan } from './callable-tools.ts'
import { toResponses } from './input.ts'

const named = (name: string, more: object = {}) => ({ type: 'function', name, parameters: { type: 'object' }, ...more })
const space = (name: string, ...tools: object[]) => ({ type: 'namespace', name, description: 'd', tools })
const planOf = (request: object) => toolPlan(toResponses({ model: 'm', input: 'x', ...request }))
const namesOf = (request: object) => {
  const plan = planOf(request)
  return 'message' in plan ? plan.param : plan.tools.map(({ flatName }) => flatName)
}

test('tools in namespaces, at any depth, are taken apart in their order after those outside', () => {
  const deep = space('out.er', named('a'), space('inner', { type: 'custom', name: 'b', format: { type: 'text' } }))
  const plan = planOf({ tools: [deep, named('c'), { type: 'function', function: { name: 'd' } }] })
  expect(plan).toMatchObject({
    mode: 'auto',
    leftOut: [],
    tools: [
      { kind: 'function', name: 'c', flatName: 'c', param: 'tools[1]' },
      { kind: 'function', name: 'd', flatName: 'd', param: 'tools[2]' },
      { kind: 'function', name: 'a', namespace: 'out.er', flatName: 'out_er__a', param: 'tools[0].tools[0]' },
      { kind: 'custom', name: 'b', namespace: 'out.er.inner', flatName: 'out_er_inner__b' },
    ],
  })
})

test('flat names are unique, of 64 plain characters at most, and leave those outside of namespaces as they are', () => {
  const long = 'x'.repeat(60)
  const names = namesOf({
    tools: [
      space('a', named('b')),
      space('a_', named('_b')),
      named('a__b'),
      space(long, named('find.it')),
      named(long),
    ],
  })
  expect(names).toEqual(['a__b', long, 'a__b_2', 'a____b', `${'x'.repeat(55)}__find_it`])
  const clashes = Array.from({ length: 12 }, (_, at) => space(`${at}${long}${long}`, named('same')))
  const many = namesOf({ tools: clashes })
  expect(new Set(many).size).toBe(12)
  expect(many).toEqual(Array.from({ length: 12 }, () => expect.stringMatching(/^[\w-]{1,64}$/)))
})

test('what additional_tools and a search of the client bring is added, and replaces what had its name', () => {
  const input = [
    {
      type: 'additional_tools',
      role: 'developer',
      tools: [space('s', named('a')), named('b', { description: 'new' })],
    },
    { type: 'tool_search_output', call_id: 'c', tools: [space('t', named('found', { defer_loading: true }))] },
  ]
  const plan = planOf({ input, tools: [named('b'), { type: 'tool_search', execution: 'client' }] })
  expect(plan).toMatchObject({
    tools: [
      { name: 'b', details: { description: 'new' }, param: 'input[0].tools[1]' },
      { kind: 'tool_search', name: 'tool_search' },
      { flatName: 's__a' },
      { flatName: 't__found', param: 'input[1].tools[0].tools[0]' },
    ],
  })
})

test('tools that only a provider runs are left out, a search of tools on the server among them', () => {
  const tools = [{ type: 'web_search' }, named('a'), { type: 'tool_search' }, { type: 'mcp' }, { type: 'mcp' }]
  expect(planOf({ tools })).toMatchObject({ tools: [{ name: 'a' }], leftOut: ['web_search', 'tool_search', 'mcp'] })
  expect(planOf({ tools, tool_choice: 'required' })).toMatchObject({ mode: 'required', tools: [{ name: 'a' }] })
})

const tools = [named('a'), space('s', named('a'), named('b')), space('s.t', named('c')), { type: 'web_search' }]
const allowed = (mode: string, ...list: object[]) => ({ type: 'allowed_tools', mode, tools: list })

test.each<[choice: unknown, mode: string, names: string[]]>([
  ['none', 'none', ['a', 's__a', 's__b', 's_t__c']],
  [allowed('auto', { type: 'function', name: 'b', namespace: 's' }, { type: 'web_search' }), 'auto', ['s__b']],
  [allowed('required', { type: 'namespace', name: 's' }), 'required', ['s__a', 's__b', 's_t__c']],
  [allowed('auto', { type: 'web_search' }), 'auto', []],
  [{ type: 'namespace', name: 's.t' }, 'required', ['s_t__c']],
  [{}, 'auto', ['a', 's__a', 's__b', 's_t__c']],
])('the choice %j leaves what may be called', (tool_choice, mode, names) => {
  expect(planOf({ tools, tool_choice })).toMatchObject({ mode, tools: names.map((flatName) => ({ flatName })) })
})

test.each([
  [{ type: 'function', name: 'a' }, 'a'],
  [{ type: 'function', name: 'a', namespace: 's' }, 's__a'],
  [{ type: 'function', function: { name: 'b' } }, 's__b'],
])('the choice %j names one tool', (tool_choice, flatName) => {
  expect(planOf({ tools, tool_choice })).toMatchObject({ named: { flatName } })
})

test.each([
  [{ type: 'web_search' }, 'tool_choice'],
  [{ type: 'mcp', server_label: 'm' }, 'tool_choice'],
  [{ type: 'function', name: 'x' }, 'tool_choice'],
  [{ type: 'namespace', name: 'x' }, 'tool_choice'],
  [allowed('required', { type: 'web_search' }), 'tool_choice.tools'],
  [allowed('auto', { type: 'function', name: 'x' }), 'tool_choice.tools'],
])('the choice %j requires what cannot be called', (tool_choice, param) => {
  expect(namesOf({ tools, tool_choice })).toBe(param)
  expect(namesOf({ tools: [{ type: 'web_search' }], tool_choice: 'required' })).toBe('tool_choice')
})

test('an earlier call keeps its flat name, also where its tool is gone', () => {
  const plan = planOf({ tools: [named('s__a'), space('s', named('a'))] })
  const all = 'message' in plan ? [] : plan.all
  expect(flatNameOf({ name: 'a', namespace: 's' }, all)).toBe('s__a_2')
  expect(flatNameOf({ name: 'gone', namespace: 's.t' }, all)).toBe('s_t__gone')
  expect(flatNameOf({ name: 'gone' }, all)).toBe('gone')
})
