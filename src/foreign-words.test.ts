import { join, relative } from 'node:path'
import { type Expression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import {
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isComputedPropertyName,
  isElementAccessExpression,
} from 'typescript/unstable/ast/is'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { API, type Checker, type Project, type Type, TypeFlags, type UnionType } from 'typescript/unstable/sync'
import { expect, test } from 'vitest'

/*
 * A word that came from a reply, a stored row, a link or a file is looked up in a `Map`, with `ownOf` or with `Object.hasOwn`: indexing
 * also finds what every object inherits (`constructor`, `toString`), and an assignment to `__proto__` stores nothing. Only the types tell
 * such a look-up from a list's index and from a key out of a closed set, so this guard asks the compiler.
 */

const src = import.meta.dirname
const rooms = ['contract', 'media', 'sandbox', 'app', 'router']

/** `ownOf` itself, behind its own `Object.hasOwn`. */
const allowed = ['contract/core/loose-json.ts: record[key]']

/** Keys of which the code lists every one, and those that no text can be. */
const closed =
  TypeFlags.NumberLike |
  TypeFlags.StringLiteral |
  TypeFlags.EnumLiteral |
  TypeFlags.ESSymbolLike |
  TypeFlags.Undefined |
  TypeFlags.Never
const generic =
  TypeFlags.TypeParameter | TypeFlags.Index | TypeFlags.IndexedAccess | TypeFlags.Substitution | TypeFlags.Conditional

const isUnion = (type: Type): type is UnionType => (type.flags & TypeFlags.Union) !== 0

/** Whether a key of this type may be any text. */
function isOpen(type: Type | undefined, checker: Checker): boolean {
  if (!type) return true
  if (isUnion(type)) return type.getTypes().some((one) => isOpen(one, checker))
  const base = type.flags & generic ? checker.getBaseConstraintOfType(type) : undefined
  return base && base.id !== type.id ? isOpen(base, checker) : (type.flags & closed) === 0
}

/** A cast says nothing of where a word is from. */
const uncast = (key: Expression): Expression => (isAsExpression(key) ? uncast(key.expression) : key)

/** The keys that a node looks up in an object, and the objects whose keys it assigns to another. */
function lookUpsOf(node: Node): { readonly key?: Expression | undefined; readonly copied?: readonly Expression[] } {
  if (isElementAccessExpression(node)) return { key: node.argumentExpression }
  if (isBinaryExpression(node)) return node.operatorToken.kind === SyntaxKind.InKeyword ? { key: node.left } : {}
  if (isBindingElement(node)) {
    // `{ [key]: _, ...others }` only leaves a key out, which the rest does by own keys.
    const { propertyName, name } = node
    return propertyName && isComputedPropertyName(propertyName) && !/^_+$/.test(name?.getText() ?? '')
      ? { key: propertyName.expression }
      : {}
  }
  if (!isCallExpression(node)) return {}
  const called = node.expression.getText()
  if (/^Reflect\.(?:get|has|set)$/.test(called)) return { key: node.arguments[1] }
  return called === 'Object.assign' ? { copied: node.arguments.slice(1) } : {}
}

function breachesIn(file: SourceFile, checker: Checker): string[] {
  const found: { readonly node: Node; readonly key?: Expression; readonly copied?: Expression }[] = []
  const visit = (node: Node): void => {
    const { key, copied = [] } = lookUpsOf(node)
    if (key) found.push({ node, key: uncast(key) })
    for (const one of copied) found.push({ node, copied: one })
    node.forEachChild(visit)
  }
  visit(file)
  const types = checker.getTypeAtLocation(found.map(({ node, key, copied }) => key ?? copied ?? node))
  const breaches = found.filter(({ copied }, at) => {
    const type = types[at]
    return copied && type ? checker.getIndexInfosOfType(type).length > 0 : isOpen(type, checker)
  })
  return breaches.map(({ node }) => node.getText(file).replace(/\s+/g, ' '))
}

const breachesOf = ({ program, checker }: Project, folder: string): string[] =>
  program
    .getSourceFileNames()
    .filter((name) => name.startsWith(folder) && !/\.test\.tsx?$|\/testing\//.test(name))
    .flatMap((name) => {
      const file = program.getSourceFile(name)
      return file ? breachesIn(file, checker).map((text) => `${relative(src, name)}: ${text}`) : [`${name}: not read`]
    })

function withProjects<T>(configs: readonly string[], api: API, read: (projects: readonly Project[]) => T): T {
  try {
    return read(api.updateSnapshot({ openProjects: [...configs] }).getProjects())
  } finally {
    api.close()
  }
}

test('no foreign word is looked up in a plain object', () => {
  const configs = rooms.map((room) => join(src, room, 'tsconfig.json'))
  const breaches = withProjects(configs, new API({ cwd: src }), (projects) => {
    expect(projects.map(({ configFileName }) => configFileName).toSorted()).toEqual(configs.toSorted())
    expect(projects.flatMap(({ program }) => program.getSourceFileNames()).length).toBeGreaterThan(1000)
    return projects.flatMap((project) => breachesOf(project, join(project.configFileName, '..', '/')))
  })
  expect(breaches).toEqual(allowed)
}, 60_000)

/** What the guard says of some code, in which `word` is any text, `table` a record, `keyed` an object with the keys `a` and `b`. */
function said(...code: string[]): string[] {
  const text = `declare const word: string, table: Record<string, number>, keyed: { a: 1, b: 2 }, list: string[], known: 'a' | 'b'
  declare const map: Map<string, number>; export { word, table, keyed, list, known, map }; ${code.join('; ')}`
  const files = { '/planted/tsconfig.json': '{"compilerOptions":{"strict":true}}', '/planted/planted.ts': text }
  const api = new API({ cwd: '/planted', fs: createVirtualFileSystem(files) })
  return withProjects(['/planted/tsconfig.json'], api, (projects) =>
    projects.flatMap((project) => breachesOf(project, '/planted/').map((one) => one.replace(/^.*?: /, ''))),
  )
}

test('the guard sees every planted breach', () => {
  const planted = [
    'table[word]',
    'table?.[word]',
    'table[`x-` + word]',
    'word in table',
    'word in keyed',
    'keyed[word as keyof typeof keyed]',
    'Reflect.get(table, word)',
    'Object.assign({}, table)',
  ]
  expect(said(...planted)).toEqual(planted)
  expect(said('table[word] = 1', 'delete table[word]')).toEqual(['table[word]', 'table[word]'])
  expect(said('const { [word]: left, ...rest } = table; export { left, rest }')).toEqual(['[word]: left'])
  expect(said('export const at = <Key extends string>(all: Record<Key, 1>, key: Key) => all[key]')).toEqual([
    'all[key]',
  ])
  expect(said('declare const any: any; keyed[any]')).toEqual(['keyed[any]'])
})

test('the guard lets what cannot go wrong pass', () => {
  const lawful = [
    ...['keyed[known]', 'known in keyed', "table['a']", 'list[0]', 'list[list.length - 1]', 'map.get(word)'],
    ...['Object.hasOwn(table, word)', 'Object.assign({}, keyed)', 'export const made = { ...table, [word]: 1 }'],
    ...['for (const at of list.keys()) list[at]', 'const { [word]: _, ...others } = table; export { others }'],
    'export const of = (key: keyof typeof keyed) => keyed[key]',
  ]
  expect(said(...lawful)).toEqual([])
})
