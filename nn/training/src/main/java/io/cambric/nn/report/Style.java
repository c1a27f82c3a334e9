package io.cambric.nn.report;

/** The style sheets of reports and of separate pictures. */
final class Style {

  /** The number of kinds of lines: solid, dashed and dotted. */
  private static final int KINDS = 3;

  /** The rules of a picture in a file of its own. */
  private static final String ALONE =
      """
      svg.chart { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; color: var(--ink); }
      svg.chart .ground { fill: var(--card); }
      svg.chart .title { fill: var(--ink); font-weight: 600; font-size: 14px; }
      """;

  /** The rules of all pictures. */
  private static final String CHART =
      """
      svg.chart text { fill: var(--quiet); font-size: 12px; font-variant-numeric: tabular-nums; }
      svg.chart .axes line { stroke: var(--line); }
      svg.chart .axes .base, svg.chart .axes .mark { stroke: var(--quiet); }
      svg.chart .x { text-anchor: middle; }
      svg.chart .y { text-anchor: end; }
      svg.chart .name text { fill: currentColor; font-weight: 500; }
      svg.chart .marks line { stroke: var(--quiet); stroke-dasharray: 3 3; }
      svg.chart .before { text-anchor: end; }
      svg.chart .cell { fill: var(--heat); }
      svg.chart .cell.none { fill: none; stroke: var(--line); }
      svg.chart .cells text { text-anchor: middle; fill: var(--ink); font-size: 11px; pointer-events: none; }
      svg.chart path { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round;
        vector-effect: non-scaling-stroke; }
      svg.chart circle { fill: currentColor; }
      svg.chart circle.hidden { fill: transparent; }
      svg.chart circle:hover { fill: currentColor; stroke: var(--ink); stroke-width: 1.5; }
      .s0 { color: var(--s0); } .s1 { color: var(--s1); } .s2 { color: var(--s2); }
      .s3 { color: var(--s3); } .s4 { color: var(--s4); } .s5 { color: var(--s5); }
      .dashed path, .dashed line { stroke-dasharray: 6 3; }
      .dotted path, .dotted line { stroke-dasharray: 2 2.5; }
      """;

  private static final String PAGE =
      """
      * { box-sizing: border-box; }
      html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
      body { margin: 0; background: var(--page); color: var(--ink);
        font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: break-word; }
      main, header, nav ul { max-width: 1240px; margin: 0 auto; padding: 0 24px; }
      header { padding-top: 36px; }
      main { padding-bottom: 56px; }
      h1 { font-size: 28px; line-height: 1.2; letter-spacing: -0.01em; margin: 0 0 6px; }
      h2 { font-size: 19px; margin: 0 0 12px; }
      h3 { font-size: 14px; font-weight: 600; margin: 0; }
      section { padding-top: 36px; scroll-margin-top: 20px; }
      .note { color: var(--quiet); margin: 0 0 12px; }
      nav { position: sticky; top: 0; z-index: 1; background: var(--page); border-bottom: 1px solid var(--line); }
      nav ul { display: flex; gap: 4px; list-style: none; overflow-x: auto; scrollbar-width: none; }
      nav a { display: block; padding: 10px 10px; color: var(--quiet); text-decoration: none; white-space: nowrap;
        font-size: 14px; }
      nav li:first-child a { margin-left: -10px; }
      nav a:hover { color: var(--accent); box-shadow: inset 0 -2px var(--accent); }
      :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
      .card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px;
        min-width: 0; }
      .grid { display: grid; gap: 20px; align-items: start;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); }
      .scroll { overflow-x: auto; }
      .head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; margin-bottom: 8px; }
      .head label { display: flex; align-items: center; gap: 6px; font-size: 13px; color: var(--quiet); }
      .head input { margin: 0; accent-color: var(--accent); }
      svg.chart { display: block; width: 100%; height: auto; }
      svg.lines { overflow: visible; width: calc(100% - var(--left) - var(--right)); height: var(--height);
        margin: var(--top) var(--right) 42px var(--left); }
      .plot { overflow-x: clip; }
      .map { max-width: var(--width); min-width: min(var(--width), 440px); }
      .legend { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 18px; padding: 0; margin: 0;
        font-size: 13px; }
      .legend span { color: var(--ink); overflow-wrap: anywhere; }
      .legend svg { width: 20px; height: 8px; margin-right: 6px; vertical-align: middle; }
      .legend line { stroke: currentColor; stroke-width: 2.5; }
      .labelled .legend { display: none; }
      .plot .log { display: none; }
      .plot:has(input:checked) .log { display: block; }
      .plot:has(input:checked) .linear { display: none; }
      @media (max-width: 600px) {
        main, header, nav ul { padding-left: 16px; padding-right: 16px; }
        .card { padding: 14px; }
        svg.lines { --right: 8px !important; }
        svg.lines .name, svg.lines .odd { display: none; }
        .labelled .legend { display: flex; }
      }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; }
      th, td { padding: 7px 14px; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
      tbody:last-child > tr:last-child > * { border-bottom: 0; }
      th { font-weight: 500; }
      caption { text-align: left; font-weight: 600; padding-bottom: 8px; }
      thead th { color: var(--quiet); white-space: nowrap; }
      td.number, th.number { text-align: right; white-space: nowrap; }
      td.step { color: var(--quiet); }
      .scroll th:first-child { position: sticky; left: 0; background: var(--card); padding-left: 0; }
      .facts, .metrics { width: 100%; }
      .facts th { color: var(--quiet); padding-left: 0; white-space: nowrap; width: 1%; }
      .facts td { overflow-wrap: anywhere; padding-right: 0; }
      .confusion td { text-align: right; white-space: nowrap; min-width: 44px; }
      .confusion td.right { background: color-mix(in srgb, var(--heat) calc(var(--share) * 55%), transparent);
        font-weight: 600; }
      .confusion td.wrong { background: color-mix(in srgb, var(--wrong) calc(12% + var(--share) * 40%), transparent); }
      .confusion td.zero { color: var(--quiet); }
      .confusion tfoot > tr > *, .confusion td:last-child { border-bottom: 0; color: var(--quiet); }
      .confusion td b { color: var(--ink); font-weight: 600; }
      .images { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(104px, 1fr)); }
      figure { margin: 0; font-size: 13px; }
      figure img { display: block; width: 100%; image-rendering: pixelated; border: 1px solid var(--line);
        border-radius: 6px; background: var(--page); }
      figcaption { margin-top: 4px; overflow-wrap: anywhere; }
      figcaption b { color: var(--wrong); }
      pre { margin: 0; overflow-x: auto; font: 12px/1.35 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; }
      @media print { body { background: none; } nav { display: none; } .card { break-inside: avoid; } }
      """;

  private Style() {}

  /**
   * {@return the classes of a curve}
   *
   * <p>Curves beyond the last colour begin again with dashes, then with dots.
   */
  static String ofSeries(int index) {
    var colour = "s" + index % Palette.SERIES;
    return switch (index / Palette.SERIES % KINDS) {
      case 0 -> colour;
      case 1 -> colour + " dashed";
      default -> colour + " dotted";
    };
  }

  /** {@return the style sheet of a page with pictures} */
  static String page() {
    return Palette.css() + PAGE + CHART;
  }

  /** {@return the style sheet of a picture in a file of its own} */
  static String chart() {
    return Palette.css() + ALONE + CHART;
  }
}
