// Runs in a page, after axe. Text that looks like text that passed, on the same layers, is not computed again, on this
// page nor on the next: `runAxe` is told the looks that passed before, and tells those that passed now.
const COLORS = [
  'color',
  'background-color',
  'background-image',
  'opacity',
  'font-size',
  'font-weight',
  'text-shadow',
  'filter',
  'mix-blend-mode',
]

const moves = ({ top, left, bottom, right }) =>
  [top, left, bottom, right].some(inset => !['auto', '0px'].includes(inset))

const SHIFTS = { static: () => false, relative: moves, sticky: () => scrollY > 0 }

const outOfFlow = style =>
  (SHIFTS[style.position]?.(style) ?? true) ||
  style.float !== 'none' ||
  style.transform !== 'none' ||
  style.translate !== 'none' ||
  /-\d/.test(style.margin)

/** 53 bits, the same on every page (cyrb53, in the public domain). */
const hashOf = text => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

/** What one run knows about the page: styles change from run to run. */
const layersOf = root => {
  const looks = new Map()
  const loose = []
  for (const element of root.querySelectorAll('*')) {
    const style = getComputedStyle(element)
    if (!element.checkVisibility() && style.display !== 'contents') continue
    const above = looks.get(element.parentElement)
    // What lies behind an element that left its place depends on the place.
    const moved = above?.moved || outOfFlow(style) || element.ownerSVGElement != null
    if (outOfFlow(style)) loose.push({ element, box: element.getBoundingClientRect() })
    const key = [above?.id, element.localName, ...COLORS.map(name => style.getPropertyValue(name))].join('|')
    looks.set(element, { id: hashOf(key), moved })
  }
  const covered = element => {
    const at = element.getBoundingClientRect()
    return loose.some(
      ({ element: other, box }) =>
        box.left < at.right &&
        at.left < box.right &&
        box.top < at.bottom &&
        at.top < box.bottom &&
        !other.contains(element),
    )
  }
  return { look: element => looks.get(element), covered }
}

let layers
const passed = new Set()

/** The look of this text, if the place of the text has no part in it. */
const lookOf = node => {
  layers ??= layersOf(document)
  const look = layers.look(node)
  return look && !look.moved && !layers.covered(node) ? look.id : undefined
}

/** Axe finds out by reading all that is shown inside of it. */
const hasTextOfItsOwn = node =>
  ['input', 'select', 'textarea'].includes(node.localName) ||
  [...node.childNodes].some(child => child.nodeType === Node.TEXT_NODE && /\S/.test(child.data))

const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast')
const matches = rule.matches

rule.matches = function (node, ...rest) {
  return hasTextOfItsOwn(node) && !passed.has(lookOf(node)) && matches.call(this, node, ...rest)
}

const check = axe._audit.checks['color-contrast']
const compute = check.evaluate

check.evaluate = function (node, ...rest) {
  const look = lookOf(node)
  if (passed.has(look)) return true
  let ratio
  const helper = Object.assign(Object.create(this), {
    data: data => {
      ratio = data?.messageKey ? undefined : data?.contrastRatio
      this.data(data)
    },
  })
  const result = compute.call(helper, node, ...rest)
  if (look !== undefined && result === true && ratio > 0) passed.add(look)
  return result
}

window.runAxe = async (part, options, passedBefore) => {
  layers = undefined
  for (const look of passedBefore) passed.add(look)
  const { violations } = await axe.run(part, options)
  return { violations, passed: [...passed] }
}
