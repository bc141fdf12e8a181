import { expect, test } from 'vitest'
import { documents } from '#contract/core/documents.ts'
import { endpoints } from '#contract/endpoints.ts'
import { panelOf } from './panels.ts'
import { takingsOf } from './results/takings.tsx'
import { hrefOf, toolFor, tools, toolsFor } from './tools.ts'

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
  const names = (type: string) => takingsOf(tools, type).map(({ name }) => name('it'))
  expect(names('image/png')).toEqual([
    'Use it as first frame',
    'Edit it',
    'Use it as reference image',
    'Send it to chat',
  ])
  expect(names('image/gif')).toEqual(['Send it to chat'])
  expect(names('audio/mpeg')).toEqual(['Isolate voice in it', 'Dub it', 'Change voice in it', 'Transcribe it'])
  expect(names('video/mp4')).toEqual(['Dub it'])
  expect(names('text/plain')).toEqual([])
})

test.each(tools.map((tool) => [tool.id, tool] as const))('%s is whole', (_, tool) => {
  const { request } = endpoints[tool.endpoint]
  expect(request).not.toBeNull()
  // Its address leads to it alone, and is one that the router answers with the app.
  expect(tools.filter((one) => hrefOf(one) === hrefOf(tool))).toEqual([tool])
  expect(Object.values(documents)).toContain(hrefOf(tool).split('?')[0])
  expect(tools.filter((one) => one.panel === tool.panel && one.tab === undefined)).toHaveLength(1)
  expect(tools.filter(({ id }) => id === tool.id)).toEqual([tool])
  expect(toolFor(tools, tool.endpoint)).toBe(tool)
  expect(panelOf(tool.endpoint).id).toBe(tool.panel)
  const shape = request && 'shape' in request ? Object.keys(request.shape) : []
  for (const path of [...Object.keys(tool.fills ?? {}), ...Object.keys(tool.fresh)]) expect(shape).toContain(path)
})
