const BY_RANK = [
  'First mortgagee',
  'Second mortgagee',
  'Third mortgagee',
  'Fourth mortgagee',
  'Fifth mortgagee',
  'Sixth mortgagee',
  'Seventh mortgagee',
  'Eighth mortgagee',
  'Ninth mortgagee',
  'Tenth mortgagee',
]

const LAST = BY_RANK.length + 1

type Ranked = { rank?: number | undefined }

export const byRank = ({ rank: one = LAST }: Ranked, { rank: other = LAST }: Ranked): number => one - other

const UNRANKED = 'Mortgagee'

export const mortgageeLabel = ({ rank = 0 }: Ranked): string => BY_RANK[rank - 1] ?? UNRANKED

/** 0: one whose rank was not stated. Null: not a mortgagee. */
export const mortgageeRank = (label: string): number | null =>
  label === UNRANKED ? 0 : BY_RANK.indexOf(label) + 1 || null
