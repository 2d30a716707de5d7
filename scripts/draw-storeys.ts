/** Draws the storeys and rooms of `src` from the ladders that `npm run check` enforces: `npx tsx scripts/draw-storeys.ts --write`. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LADDERS, type Ladder } from './ladders.ts'

export const STOREYS_PICTURE = fileURLToPath(new URL('../docs/storeys.svg', import.meta.url))

const STOREYS = [
  ['doors', 'who comes in'],
  ['products', 'what is sold'],
  ['agency', 'what an agency keeps'],
  ['platform', 'what any service needs'],
] as const

const [WIDTH, LEFT, BOX, GAP, STEP, LETTER] = [1000, 190, 28, 8, 36, 7.6]

const ARROW = '→'

type Box = { name: string; x: number; y: number; width: number }

/** Rooms of one step stand together, and an arrow points to the step below: what those rooms may import. */
const boxesOf = (ladder: Ladder, top: number): { boxes: Box[]; bottom: number } => {
  const boxes: Box[] = []
  let [x, y] = [LEFT, top]
  for (const name of ladder.flatMap((step, at) => (at === 0 ? step : [ARROW, ...step]))) {
    const width = Math.ceil(name.length * LETTER) + (name === ARROW ? 0 : 20)
    if (x + width > WIDTH - GAP) [x, y] = [LEFT, y + STEP]
    boxes.push({ name, x, y, width })
    x += width + GAP
  }
  return { boxes, bottom: y + STEP }
}

const drawBox = ({ name, x, y, width }: Box): string => {
  const frame = `<rect class="room" x="${x}" y="${y}" width="${width}" height="${BOX}" rx="5"/>`
  return `${name === ARROW ? '' : frame}<text class="name" x="${x + width / 2}" y="${y + 19}">${name}</text>`
}

const drawStorey = ([storey, what]: (typeof STOREYS)[number], top: number) => {
  const { boxes, bottom } = boxesOf(LADDERS[storey] ?? [], top + GAP + 2)
  const lowest = Math.max(bottom, top + 64)
  return {
    bottom: lowest + GAP,
    svg: [
      `<rect class="storey" x="1" y="${top}" width="${WIDTH - 2}" height="${lowest - top}" rx="8"/>`,
      `<text class="title" x="18" y="${top + 30}">${storey}/</text><text class="what" x="18" y="${top + 52}">${what}</text>`,
      ...boxes.map(drawBox),
    ].join('\n'),
  }
}

const draw = (): string => {
  const parts: string[] = []
  let top = 1
  for (const storey of STOREYS) {
    const { svg, bottom } = drawStorey(storey, top)
    parts.push(svg)
    top = bottom
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" role="img" aria-label="The four storeys of src and their rooms. Imports go down.">
<style>
svg { font: 14px system-ui, sans-serif; background: #fff }
.storey { fill: #f4f6f8; stroke: #c8d0d8 }
.room { fill: #fff; stroke: #7d8b99 }
.name { text-anchor: middle; fill: #1c2733; font: 13px ui-monospace, monospace }
.title { font-weight: 600; fill: #1c2733 }
.what { fill: #4a5866; font-size: 12px }
</style>
${parts.join('\n')}
</svg>
`
}

export const drawing = draw()

if (process.argv.includes('--write')) writeFileSync(STOREYS_PICTURE, drawing)
