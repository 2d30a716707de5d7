import { html } from 'hono/html'
import { encode } from 'uqr'
import type { Html } from '../../../platform/pages/frame.ts'

// ISO/IEC 18004: four modules of quiet zone on every side.
const QUIET_ZONE = 4

export const qrCode = (text: string, label: string): Html => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg class="qr" role="img" aria-label="${label}" width="220" height="220" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<rect width="${size}" height="${size}" fill="#fff"/><path d="${squares.join('')}" fill="#000"/></svg>`
}
