// Suffixes under which strangers can register names, so that a wildcard on one would allow everybody. A floor, not the
// whole public suffix list; a wildcard on any single label (*.com) is refused without it.
export const PUBLIC_SUFFIXES: ReadonlySet<string> = new Set([
  ...['com', 'net', 'org', 'io', 'co', 'dev', 'app', 'ai'],
  ...['co.uk', 'org.uk', 'ac.uk', 'gov.uk', 'me.uk', 'com.au', 'net.au', 'org.au', 'co.jp', 'ne.jp', 'or.jp', 'com.br'],
  ...[
    'co.nz',
    'co.za',
    'co.in',
    'co.kr',
    'co.il',
    'com.mx',
    'com.cn',
    'com.sg',
    'com.hk',
    'com.tr',
    'com.ar',
    'com.tw',
  ],
  ...['github.io', 'gitlab.io', 'vercel.app', 'netlify.app', 'pages.dev', 'workers.dev', 'web.app', 'firebaseapp.com'],
  ...['herokuapp.com', 'cloudfront.net', 'amazonaws.com', 's3.amazonaws.com', 'azurewebsites.net', 'blogspot.com'],
  ...[
    'myshopify.com',
    'onrender.com',
    'fly.dev',
    'run.app',
    'appspot.com',
    'wixsite.com',
    'wordpress.com',
    'glitch.me',
  ],
])
