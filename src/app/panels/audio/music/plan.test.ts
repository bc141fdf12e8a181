import { expect, test } from 'vitest'
import {
  compositionPlanOf,
  joinPrompt,
  movedSection,
  partsOfLyrics,
  planSeconds,
  readCompositionPlan,
  splitPrompt,
} from './plan.ts'

test('lyrics are a part of the prompt and are found there again', () => {
  const prompt = joinPrompt({ about: 'Slow folk', lyrics: '[Verse]\nThe boat \n' })
  expect(prompt).toBe('Slow folk\n\nLyrics:\n[Verse]\nThe boat \n')
  expect(splitPrompt(prompt)).toEqual({ about: 'Slow folk', lyrics: '[Verse]\nThe boat \n' })
  expect(joinPrompt(splitPrompt('Slow folk '))).toBe('Slow folk ')
})

test('tags name the parts of lyrics; what has none is a verse', () => {
  expect(partsOfLyrics('One\n\n[Chorus]\nTwo\nThree')).toEqual([
    { name: 'Verse', lines: ['One'] },
    { name: 'Chorus', lines: ['Two', 'Three'] },
  ])
})

test('a plan takes over description, lyrics and length of the prompt', () => {
  const plan = compositionPlanOf(joinPrompt({ about: 'Slow folk', lyrics: '[Verse]\nOne\n[Chorus]\nTwo' }), 20_000)
  expect(plan.positive_global_styles).toEqual(['Slow folk'])
  expect(plan.sections.map(({ section_name, lines }) => [section_name, lines])).toEqual([
    ['Verse', ['One']],
    ['Chorus', ['Two']],
  ])
  expect(planSeconds(plan)).toBe(20)
})

test('a plan of another shape is not edited by the form', () => {
  expect(readCompositionPlan({ chunks: [] })).toBeUndefined()
  expect(readCompositionPlan({ sections: ['Intro'] })).toBeUndefined()
  expect(readCompositionPlan({ sections: [{ own: 1 }], own: 2 })).toEqual({ sections: [{ own: 1 }], own: 2 })
})

test('a section is moved by places', () => {
  const sections = [{ n: 1 }, { n: 2 }, { n: 3 }]
  expect(movedSection(sections, 2, -1).map(({ n }) => n)).toEqual([1, 3, 2])
  expect(movedSection(sections, 0, 1).map(({ n }) => n)).toEqual([2, 1, 3])
})
