// What every page looks like: the host's variables where it has them, ours where it has not. The colours of pictures
// are ours in either theme; gain and loss must not depend on a host.
import { PICTURE_RULES, palettes } from '@zorivest/pictures/style';

type Palette = (typeof palettes)['light'];

/** The names that hosts use for our variables. */
const HOST: Partial<Record<keyof Palette, string>> = {
  paper: '--color-background-primary',
  ink: '--color-text-primary',
  quiet: '--color-text-secondary',
  rule: '--color-border-secondary',
};

const properties = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, colour]) => {
      const theirs = HOST[name as keyof Palette];
      return `--${name}:${theirs === undefined ? colour : `var(${theirs},${colour})`}`;
    })
    .join(';');

const { light, dark } = palettes;

export const PAGE_STYLE = `
:root{color-scheme:light;${properties(light)};--sunk:var(--color-background-secondary,#f4f6f8);--round:var(--border-radius-md,8px)}
:root[data-theme=dark]{color-scheme:dark;${properties(dark)};--sunk:var(--color-background-secondary,#1a2029)}
*{box-sizing:border-box}
html{background:var(--paper)}
body{margin:0;color:var(--ink);background:var(--paper);font:14px/1.45 var(--font-sans,system-ui,sans-serif);overflow-wrap:anywhere}
main{padding:12px}
h1{font-size:16px;line-height:1.3;margin:0;font-weight:600}
h2{font-size:13px;margin:16px 0 6px;font-weight:600}
header{display:flex;gap:8px 12px;align-items:baseline;flex-wrap:wrap;margin-bottom:8px}
header .about{color:var(--quiet);flex:1 1 auto}
p{margin:6px 0}
.quiet,.note{color:var(--quiet)}
.note{font-size:12px}
.gain{color:var(--gain)}.loss{color:var(--loss)}
.figures{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 8px}
.figures>div{flex:1 1 140px;background:var(--sunk);border-radius:var(--round);padding:8px 10px;min-width:0}
.figures dt{color:var(--quiet);font-size:12px;margin:0}
.figures dd{margin:0;font-size:16px;font-weight:600;font-variant-numeric:tabular-nums}
.figures dd small{display:block;font-size:12px;font-weight:400;color:var(--quiet)}
.figures dd.gain{color:var(--gain)}.figures dd.loss{color:var(--loss)}
figure{margin:8px 0}
figure .picture{background:var(--paper)}
figure [data-key]{cursor:pointer}
figcaption{color:var(--quiet);font-size:12px}
details{margin:6px 0}
summary{cursor:pointer;color:var(--quiet);font-size:12px;padding:4px 0}
.scroll{overflow-x:auto;border:1px solid var(--rule);border-radius:var(--round)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:5px 8px;text-align:left;border-bottom:1px solid var(--rule);vertical-align:top}
td{white-space:nowrap}td.text{white-space:normal;min-width:110px}
tbody tr:last-child>*{border-bottom:0}
th{font-weight:600;font-size:12px;color:var(--quiet);white-space:nowrap}
th[scope=row]{color:var(--ink);font-size:inherit}
tr:has(+.under)>*{border-bottom:0;padding-bottom:0}
.under td{padding-top:0;font-size:12px;color:var(--quiet);white-space:normal}
.right{text-align:right}
th button{all:unset;cursor:pointer;font:inherit;color:inherit}
button,select,input{font:inherit;color:var(--ink)}
.button,select,input[type=number],input[type=search]{min-height:30px;padding:3px 10px;border:1px solid var(--rule);border-radius:var(--round);background:var(--sunk);max-width:100%}
.button{cursor:pointer}
.button[disabled]{color:var(--quiet);cursor:default}
.button[aria-pressed=true],.button[aria-selected=true]{border-color:var(--first);box-shadow:inset 0 0 0 1px var(--first)}
.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin:8px 0}
.row label{display:flex;gap:6px;align-items:center;min-width:0;max-width:100%}
.row label>span{white-space:nowrap}.row select{min-width:0}
@media (max-width:480px){th[scope=row]{white-space:normal;overflow-wrap:break-word;min-width:116px;max-width:50vw}th,td{padding:5px 6px}}
th.long,td.long{white-space:normal;overflow-wrap:anywhere;min-width:110px;max-width:50vw}
input[type=range]{width:100%;accent-color:var(--first)}
:focus-visible{outline:2px solid var(--first);outline-offset:1px}
.box{border:1px solid var(--rule);border-radius:var(--round);padding:10px 12px;margin:8px 0}
.box>h2:first-child,.box>ul:first-child{margin-top:0}
.box.problem{border-left:4px solid var(--loss)}
.tag{display:inline-block;border:1px solid var(--rule);border-radius:99px;padding:0 8px;font-size:12px;color:var(--quiet)}
ul{margin:6px 0;padding-left:20px}
pre{white-space:pre-wrap;background:var(--sunk);border-radius:var(--round);padding:10px;margin:8px 0;font:12px/1.5 var(--font-mono,ui-monospace,monospace)}
[hidden]{display:none!important}
${PICTURE_RULES}
.picture{font-family:var(--font-sans,system-ui,sans-serif)}
`;
