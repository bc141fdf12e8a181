/** What the page calls when content has done what it must not: put there by the test. */
export const reportName = 'reportHostile'

declare global {
  var reportHostile: ((what: string) => void) | undefined
}

/** Runs in every frame before anything else: whoever asks for a dialog or for code from a string is told of, and gets neither. */
export function watchCalls(): void {
  for (const name of ['alert', 'prompt', 'confirm', 'print'] as const) {
    Object.defineProperty(window, name, { value: () => window.reportHostile?.(name), writable: true })
  }
  for (const name of ['eval', 'Function'] as const) {
    const told = (run: () => unknown) => {
      // The test itself looks into the page by `eval`.
      const mine = new Error().stack?.includes('UtilityScript')
      if (!mine) window.reportHostile?.(name)
      return run()
    }
    const original = window[name]
    const watched = new Proxy(original, {
      apply: (target, self, given) => told(() => Reflect.apply(target, self, given)),
      construct: (target, given) => told(() => Reflect.construct(target, given)) as object,
    })
    Object.defineProperty(window, name, { value: watched, writable: true })
  }
}

/**
 * Runs in a page of ours: every element that ever comes into the document, and every attribute it ever has, is looked at when it comes
 * and whenever it changes. `place` holds what was made from content, where not even a link into this page may come from.
 */
export function watchElements(place: string): void {
  const never =
    'iframe,frame,frameset,object,embed,applet,portal,fencedframe,base,meta,style,template,marquee,foreignObject,animate,animateTransform,animateMotion,set,use,image,feImage,video,audio,source,track,maction,annotation-xml,mglyph'
  const addresses = new Set(
    'href xlink:href src srcset imagesrcset action formaction poster data background cite ping manifest longdesc codebase classid profile usemap lowsrc dynsrc xml:base'.split(
      ' ',
    ),
  )
  const words = new Set('title alt aria-label aria-description aria-valuetext placeholder value label'.split(' '))
  const own = new Set([location.origin, 'null'])

  function badAddress(element: Element, name: string, value: string): boolean {
    if (name === 'srcset' || name === 'imagesrcset' || name === 'ping') return true
    if (!URL.canParse(value, document.baseURI)) return true
    const { protocol, origin } = new URL(value, document.baseURI)
    const content = element.closest(place) !== null
    if (element.localName === 'a' && name === 'href') {
      if (value.startsWith('#') || protocol === 'mailto:') return false
      if (origin === location.origin) return content
      const rel = element.getAttribute('rel') ?? ''
      return !/^https?:$/.test(protocol) || !/\bnoopener\b/.test(rel) || !/\bnoreferrer\b/.test(rel)
    }
    return content || !own.has(origin) || !/^(https?|blob):$/.test(protocol)
  }

  function badAttribute(element: Element, { name, value }: Attr): boolean {
    if (/^on/i.test(name) || name === 'srcdoc') return true
    if (words.has(name) || name.startsWith('data-')) return false
    if (addresses.has(name)) return badAddress(element, name, value)
    if (/url\s*\(|image-set|@import|expression\s*\(/i.test(value)) return true
    // Signs that a browser drops before it reads the scheme.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are just these.
    return /^(javascript|vbscript|data|file|blob|filesystem):/i.test(value.replace(/[\u0000-\u0020]/g, ''))
  }

  const isOwnScript = (element: Element) =>
    /^(script|link)$/.test(element.localName) && element.closest('head') !== null && element.textContent === ''

  /** MathML comes from the renderer of formulas alone, and holds nothing else. */
  const isForeignMaths = (element: Element) =>
    element.localName === 'math'
      ? !element.parentElement?.matches('.reading-formula')
      : element.closest('math') !== null && element.namespaceURI !== 'http://www.w3.org/1998/Math/MathML'

  function look(element: Element): void {
    const tag = element.outerHTML.slice(0, 300)
    const inHead = element.parentElement === document.head
    const refused = element.matches(`${never},script,link`) || /^(image|use|set|animate)$/i.test(element.localName)
    if ((refused || isForeignMaths(element)) && !isOwnScript(element) && !(inHead && element.matches('meta'))) {
      window.reportHostile?.(`element ${tag}`)
    }
    for (const attribute of element.attributes) {
      if (badAttribute(element, attribute)) window.reportHostile?.(`attribute ${attribute.name} of ${tag}`)
    }
  }

  function lookBelow(node: Node): void {
    if (!(node instanceof Element)) return
    look(node)
    for (const one of node.querySelectorAll('*')) look(one)
  }

  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes' && target instanceof Element) look(target)
      for (const node of addedNodes) lookBelow(node)
    }
  }).observe(document, { subtree: true, childList: true, attributes: true })
}
