import type { Unrecognized } from '../../line/fields/unrecognized.ts'

const ROW = /^home\[(\d+)\]/

export const renumbered = (kept: Unrecognized, removed: readonly number[]): Unrecognized =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([path, value]) => {
      const place = ROW.exec(path)?.[1]
      if (place === undefined) return [[path, value]]
      const index = Number(place)
      if (removed.includes(index)) return []
      const moved = index - removed.filter(gone => gone < index).length
      return [[path.replace(ROW, `home[${moved}]`), value]]
    }),
  )
