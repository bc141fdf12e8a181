import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { documents } from '#contract/routes.ts'
import { handOversOf } from './results/hand-over-actions.tsx'
import { hrefOf, kindOf, panelOf, speechTool, toolOf, tools, toolsFor } from './tools.ts'

const verbs = (listed?: readonly string[]) =>
  toolsFor(tools, { id: 'a/b', raw: {}, ...(listed && { endpoints: listed }) }).map(({ verb }) => verb)

test('a model is offered where its router lists it, and one of which nothing is said in the chat', () => {
  expect(verbs(['responses'])).toEqual(['Try'])
  expect(verbs(['images.generations', 'images.edits'])).toEqual(['Generate', 'Edit'])
  expect(verbs(['videos.create', 'videos.status', 'videos.content'])).toEqual(['Create video'])
  expect(verbs(['audio.music'])).toEqual(['Compose'])
  expect(verbs(['audio.dubbing'])).toEqual(['Dub'])
  expect(verbs()).toEqual(['Try'])
})

test('the address names the model, whatever its name', () => {
  const [tool] = toolsFor(tools, { id: 'a&b', raw: {}, endpoints: ['images.edits'] })
  expect(tool && hrefOf(tool, { model: 'a&b' })).toBe('/images?tab=edit&model=a%26b')
})

test('a file is offered to every tool that takes its type', () => {
  const names = (type: string) => handOversOf(tools, type).map(({ name }) => name('it'))
  expect(names('image/png')).toEqual([
    'Use it as first frame',
    'Edit it',
    'Use it as reference image',
    'Send it to chat',
  ])
  expect(names('image/gif')).toEqual(['Send it to chat'])
  expect(names('audio/mpeg')).toEqual([
    'Isolate voice in it',
    'Dub it',
    'Change voice in it',
    'Transcribe it',
    'Send it to chat',
  ])
  expect(names('video/mp4')).toEqual(['Dub it'])
  expect(names('application/pdf')).toEqual(['Send it to chat'])
  expect(names('application/zip')).toEqual([])
})

test.each(tools.map((tool) => [tool.id, tool] as const))('%s is whole', (_, tool) => {
  const { request } = endpoints[tool.endpoint]
  expect(request).not.toBeNull()
  // Its address leads to it alone, and is one that the router answers with the app.
  expect(tools.filter((one) => hrefOf(one) === hrefOf(tool))).toEqual([tool])
  expect(Object.values(documents)).toContain(hrefOf(tool).split('?')[0])
  expect(tools.filter((one) => one.panel === tool.panel && one.tab === undefined)).toHaveLength(1)
  expect(tools.filter(({ id }) => id === tool.id)).toEqual([tool])
  const run = { tool: tool.id, endpoint: tool.endpoint }
  expect(toolOf(tools, run)).toBe(tool)
  expect(panelOf(tools, run).id).toBe(tool.panel)
  const shape = request && 'shape' in request ? Object.keys(request.shape) : []
  for (const path of [...Object.keys(tool.fills ?? {}), ...Object.keys(tool.fresh)]) expect(shape).toContain(path)
})

test('two tools share an endpoint: a run belongs to the one that it names, and to the first where it names none that is here', () => {
  const second = { ...speechTool, id: 'second', title: 'Stories', panel: 'chat' } as const
  const all = [...tools, second]
  const { endpoint } = second
  expect(toolOf(all, { endpoint, tool: 'second' })).toBe(second)
  expect(panelOf(all, { endpoint, tool: 'second' }).id).toBe('chat')
  expect(kindOf(all, { endpoint, tool: 'second' })).toBe('Stories')
  for (const run of [{ endpoint }, { endpoint, tool: 'audio.speech' }, { endpoint, tool: 'of a later version' }]) {
    expect(toolOf(all, run)).toBe(speechTool)
    expect(kindOf(all, run)).toBe('Speech')
  }
  expect(toolOf(all, { endpoint: 'audio.later' })).toBeUndefined()
  expect(panelOf(all, { endpoint: 'audio.later' }).id).toBe('runs')
  expect(kindOf(all, { endpoint: 'images.edits' })).toBe('Image editing')
  expect(kindOf(all, { endpoint: 'audio.later' })).toBe('audio.later')
})
