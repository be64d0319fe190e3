/**
 * The look of the sealed report, on screen and paper. In print a heading takes more room than it shows, so that it never stands
 * alone at the foot of a page: Chromium does not keep it with a table otherwise. A shade at its edge says that a table goes on.
 */
export const REPORT_CSS = `
:root{color-scheme:light}
body{margin:0;background:#fff;color:#1a1f18;font:15px/1.45 system-ui,"Segoe UI","Noto Sans",sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.9rem;line-height:1.15;margin:.1rem 0;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:1.8rem 0 .4rem;break-after:avoid;break-inside:avoid}
p{margin:.3rem 0}
.kind{font-weight:600;color:#4b5548}
.day{font-size:1.25rem;font-weight:600}
.limit{font-weight:600;margin-top:.6rem}
.verdict{border-left:4px solid #1a1f18;padding:.05rem .8rem;margin:.9rem 0;font-weight:700}
.big{font-size:1.1rem}
.lead,footer{color:#4b5548}
.lead{break-after:avoid}
dl{display:flex;flex-wrap:wrap;gap:.8rem 2rem;margin:.5rem 0}
dt{color:#4b5548;font-size:.85rem}
dd{margin:0;font-size:1.35rem;font-weight:700;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto;background:linear-gradient(to left,#fff 60%,#fff0) right/3rem 100% no-repeat local,
linear-gradient(to left,#0003,#0000) right/1rem 100% no-repeat scroll}
.wide+.wide{margin-top:.9rem}
table{border-collapse:collapse;width:100%;font-size:.85rem;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid #cfd6ca;padding:.25rem .5rem .25rem 0;text-align:left;vertical-align:top}
thead th{border-bottom:2px solid #1a1f18}
tbody th{font-weight:400}
.n{text-align:right}
td.t{white-space:nowrap}
tr{break-inside:avoid}
tbody tr:is(:first-child,:nth-last-child(2)){break-after:avoid}
svg{display:block;width:100%;height:auto;break-inside:avoid}
footer{margin-top:2rem;border-top:1px solid #cfd6ca;padding-top:.6rem;font-size:.85rem}
@media print{main{max-width:none;padding:0}.wide{overflow:visible;background:none}body{font-size:10pt}table{font-size:8pt}
h2::after{content:"";display:block;height:7rem;margin-bottom:-7rem}}
`;
