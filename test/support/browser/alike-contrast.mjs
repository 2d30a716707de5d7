// Runs in a page, after axe. Text that looks like text that passed, on the same layers, is not computed again.
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

/** What one run knows about the page: styles change from run to run. */
const layersOf = root => {
  const looks = new Map()
  const ids = new Map()
  const loose = []
  for (const element of root.querySelectorAll('*')) {
    const style = getComputedStyle(element)
    const above = looks.get(element.parentElement)
    // What lies behind an element that left its place depends on the place.
    const moved = above?.moved || outOfFlow(style) || element.ownerSVGElement != null
    if (outOfFlow(style)) loose.push({ element, box: element.getBoundingClientRect() })
    const key = [above?.id, element.localName, ...COLORS.map(name => style.getPropertyValue(name))].join('|')
    if (!ids.has(key)) ids.set(key, ids.size)
    looks.set(element, { id: ids.get(key), moved })
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
  return { look: element => looks.get(element), covered, passed: new Set() }
}

const check = axe._audit.checks['color-contrast']
const compute = check.evaluate
let layers

check.evaluate = function (node, ...rest) {
  layers ??= layersOf(document)
  const look = layers.look(node)
  const unlike = !look || look.moved || layers.covered(node)
  if (!unlike && layers.passed.has(look.id)) return true
  let ratio
  const helper = Object.assign(Object.create(this), {
    data: data => {
      ratio = data?.messageKey ? undefined : data?.contrastRatio
      this.data(data)
    },
  })
  const result = compute.call(helper, node, ...rest)
  if (!unlike && result === true && ratio > 0) layers.passed.add(look.id)
  return result
}

window.runAxe = async (part, options) => {
  layers = undefined
  return (await axe.run(part, options)).violations
}
