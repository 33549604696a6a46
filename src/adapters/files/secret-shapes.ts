/** Tokens that announce themselves, each by the prefix its issuer gives it. */
const shapes = [
  // Payments and shops.
  '(?:sk|rk)_live_[A-Za-z0-9]{16,120}',
  'whsec_[A-Za-z0-9+/=]{32,80}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  'sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}',
  // Models.
  'sk-(?:ant|proj|svcacct|admin|or)-[A-Za-z0-9_-]{20,220}',
  'sk-[A-Za-z0-9]{40,64}',
  'gsk_[A-Za-z0-9]{48,60}',
  'hf_[A-Za-z]{34}',
  'r8_[A-Za-z0-9]{37}',
  // Code and packages.
  'gh[pousr]_[A-Za-z0-9]{36,251}',
  'github_pat_[A-Za-z0-9_]{50,100}',
  'glpat-[A-Za-z0-9_-]{20,60}',
  'npm_[A-Za-z0-9]{36}',
  'pypi-AgE[A-Za-z0-9_-]{50,250}',
  'dckr_pat_[A-Za-z0-9_-]{27,40}',
  // Clouds.
  '(?:AKIA|ASIA)[A-Z0-9]{16}',
  'AIza[A-Za-z0-9_-]{35}',
  'GOCSPX-[A-Za-z0-9_-]{28}',
  'ya29\\.[A-Za-z0-9_-]{30,300}',
  'do[opr]_v1_[a-f0-9]{64}',
  'hv[sb]\\.[A-Za-z0-9_-]{24,250}',
  'AGE-SECRET-KEY-1[A-Z0-9]{58}',
  // Messages.
  'xox[abeprs]-[A-Za-z0-9-]{20,200}',
  'xapp-[A-Za-z0-9-]{20,200}',
  'hooks\\.slack\\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{20,}',
  'SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}',
  'lin_api_[A-Za-z0-9]{40}',
]

/** Any of them, standing alone; every repetition is bounded, so a text costs what its length does. */
export const secretShapes = new RegExp(
  `(?<![A-Za-z0-9_-])(?:${shapes.join('|')})(?![A-Za-z0-9])`,
  'g',
)
