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

export const isMortgagee = (label: string): boolean => label === UNRANKED || BY_RANK.includes(label)
