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

export const mortgageeLabel = ({ rank = 0 }: { rank?: number | undefined }): string =>
  BY_RANK[rank - 1] ?? 'Mortgagee'
