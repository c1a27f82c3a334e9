package io.cambric.nn.report;

/** The style sheets of reports and of separate pictures, for light and dark backgrounds. */
final class Style {

  /**
   * The number of colours, which people with colour blindness can distinguish, after Okabe and Ito.
   */
  private static final int SERIES = 6;

  /** The colours of a picture in a file of its own. */
  private static final String ALONE =
      """
      svg.chart { font: 12px system-ui, sans-serif; --ink: #1d2330; --faint: #5b6475; --grid: #dfe3ea;
        --ground: #ffffff; --s0: #0072b2; --s1: #d55e00; --s2: #008a63; --s3: #b8529a; --s4: #8a6d00;
        --s5: #3d8fc4; color: var(--ink); }
      @media (prefers-color-scheme: dark) {
        svg.chart { --ink: #e6e9ef; --faint: #a3acba; --grid: #343b48; --ground: #1b2029; --s0: #56b4e9;
          --s1: #ff9a4d; --s2: #2fc49a; --s3: #e58fca; --s4: #e2c341; --s5: #9ccbea; }
      }
      svg.chart .ground { fill: var(--ground); }
      """;

  /** The rules of pictures, with the colours of the page. */
  private static final String CHART =
      """
      svg.chart text { fill: var(--faint); font-size: 12px; }
      svg.chart .title { fill: var(--ink); font-weight: 600; font-size: 14px; }
      svg.chart .axes line { stroke: var(--grid); }
      svg.chart .axes .base, svg.chart .axes .mark { stroke: var(--faint); }
      svg.chart .x { text-anchor: middle; }
      svg.chart .y { text-anchor: end; }
      svg.chart .name text { fill: currentColor; }
      svg.chart .marks line { stroke: var(--faint); stroke-dasharray: 3 3; }
      svg.chart .before { text-anchor: end; }
      svg.chart .cell { fill: var(--s0); }
      svg.chart .cell.none { fill: none; stroke: var(--grid); }
      svg.chart .cells text { text-anchor: middle; fill: var(--ink); font-size: 11px; pointer-events: none; }
      svg.chart path { fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linejoin: round; }
      svg.chart circle { fill: currentColor; }
      svg.chart circle.hidden { fill: transparent; }
      svg.chart circle:hover { fill: currentColor; stroke: var(--ink); stroke-width: 1.5; }
      .s0 { color: var(--s0); } .s1 { color: var(--s1); } .s2 { color: var(--s2); }
      .s3 { color: var(--s3); } .s4 { color: var(--s4); } .s5 { color: var(--s5); }
      svg.chart .s1 path { stroke-dasharray: 7 3; } svg.chart .s2 path { stroke-dasharray: 2 2.5; }
      svg.chart .s3 path { stroke-dasharray: 9 3 2 3; } svg.chart .s4 path { stroke-dasharray: 12 4; }
      svg.chart .s5 path { stroke-dasharray: 4 4; }
      """;

  private static final String PAGE =
      """
      :root { color-scheme: light dark; --ink: #1d2330; --faint: #5b6475; --line: #dfe3ea;
        --grid: #dfe3ea; --page: #f4f6f9; --card: #ffffff; --right: 0, 114, 178; --wrong: 213, 94, 0;
        --s0: #0072b2; --s1: #d55e00; --s2: #008a63; --s3: #b8529a; --s4: #8a6d00; --s5: #3d8fc4; }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #e6e9ef; --faint: #a3acba; --line: #343b48; --grid: #343b48; --page: #12161d; --card: #1b2029;
          --right: 86, 180, 233; --wrong: 255, 154, 77; --s0: #56b4e9; --s1: #ff9a4d; --s2: #2fc49a;
          --s3: #e58fca; --s4: #e2c341; --s5: #9ccbea; }
      }
      * { box-sizing: border-box; }
      body { margin: 0; background: var(--page); color: var(--ink);
        font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
      main, header { max-width: 1200px; margin: 0 auto; padding: 0 24px; }
      header { padding-top: 32px; }
      h1 { font-size: 28px; margin: 0 0 4px; }
      h2 { font-size: 19px; margin: 36px 0 12px; }
      h3 { font-size: 15px; margin: 20px 0 8px; }
      p.note { color: var(--faint); margin: 0 0 12px; }
      .card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px; }
      .grid { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); }
      .scroll { overflow-x: auto; }
      svg.chart { display: block; width: 100%; height: auto; }
      .legend { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 18px; padding: 0; margin: 4px 0 0;
        font-size: 13px; }
      .legend span { color: var(--ink); }
      .legend svg { width: 26px; height: 8px; margin-right: 6px; vertical-align: middle; }
      .legend line { stroke: currentColor; stroke-width: 2.5; }
      .legend .s1 line { stroke-dasharray: 7 3; } .legend .s2 line { stroke-dasharray: 2 2.5; }
      .legend .s3 line { stroke-dasharray: 9 3 2 3; } .legend .s4 line { stroke-dasharray: 12 4; }
      .legend .s5 line { stroke-dasharray: 4 4; }
      .plot { position: relative; }
      .plot > label { position: absolute; top: 16px; right: 18px; font-size: 13px; color: var(--faint); }
      .plot .log { display: none; }
      .plot:has(input:checked) .log { display: block; }
      .plot:has(input:checked) .linear { display: none; }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
      caption { text-align: left; color: var(--faint); padding-bottom: 8px; }
      th, td { padding: 5px 12px; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
      td.number, th.number { text-align: right; }
      .facts th { font-weight: 500; color: var(--faint); padding-left: 0; white-space: nowrap; }
      .facts td { overflow-wrap: anywhere; }
      .facts tr:last-child > * { border-bottom: 0; }
      .confusion th { font-weight: 500; }
      .confusion td { text-align: right; min-width: 44px; border: 1px solid var(--line); }
      .confusion td.right { background: rgba(var(--right), calc(var(--share) * 0.55)); font-weight: 600; }
      .confusion td.wrong { background: rgba(var(--wrong), calc(0.15 + var(--share) * 0.6)); }
      .confusion td.zero { color: var(--faint); }
      .images { display: grid; gap: 14px; grid-template-columns: repeat(auto-fill, minmax(104px, 1fr)); }
      figure { margin: 0; font-size: 13px; }
      figure img { display: block; width: 100%; image-rendering: pixelated; border: 1px solid var(--line);
        border-radius: 6px; background: var(--page); }
      figcaption { margin-top: 4px; overflow-wrap: anywhere; }
      figcaption b { color: rgb(var(--wrong)); }
      pre { margin: 0; overflow-x: auto; font: 12px/1.35 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; }
      footer { max-width: 1200px; margin: 32px auto; padding: 0 24px; color: var(--faint); font-size: 13px; }
      @media print { body { background: none; } .card { break-inside: avoid; } }
      """;

  private Style() {}

  /** {@return the class of a curve; curves beyond the last colour begin again} */
  static String ofSeries(int index) {
    return "s" + index % SERIES;
  }

  /** {@return the style sheet of a page with pictures} */
  static String page() {
    return PAGE + CHART;
  }

  /** {@return the style sheet of a picture in a file of its own} */
  static String chart() {
    return ALONE + CHART;
  }
}
