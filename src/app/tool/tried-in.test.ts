import { expect, test } from 'vitest'
import { triedIn } from './tried-in.ts'

const verbs = (endpoints?: readonly string[]) =>
  triedIn({ id: 'a/b', raw: {}, ...(endpoints && { endpoints }) }).map(({ verb }) => verb)

test('a model is offered where its router lists it, and one of which nothing is said in the chat', () => {
  expect(verbs(['responses'])).toEqual(['Try'])
  expect(verbs(['images.generations', 'images.edits'])).toEqual(['Generate', 'Edit'])
  expect(verbs(['audio.music'])).toEqual([])
  expect(verbs()).toEqual(['Try'])
})

test('the address names the model, whatever its name', () => {
  expect(triedIn({ id: 'a&b', raw: {}, endpoints: ['images.edits'] })).toEqual([
    { verb: 'Edit', href: '/images?tab=edit&model=a%26b' },
  ])
})
