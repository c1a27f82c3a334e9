package io.cambric.nn.report;

/** The colours of reports and of pictures, for light and dark backgrounds. */
final class Palette {

  /** The number of colours of curves. */
  static final int SERIES = 6;

  /**
   * Names of colours. Texts are readable on the page and on cards, curves too, since their names
   * have their colours. Curves differ for people with any kind of colour blindness.
   */
  private static final String COLOURS =
      """
      :root { color-scheme: light dark; --ink: #1d2430; --quiet: #5a6575; --line: #dbe1e9;
        --page: #f4f6f9; --card: #ffffff; --accent: #0b5cad; --heat: #1a68b6; --wrong: #cf3818;
        --s0: #0b5cad; --s1: #cf3818; --s2: #008160; --s3: #a65590; --s4: #547a1c; --s5: #3e4b57; }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #dfe5ee; --quiet: #9aa6b8; --line: #303948;
          --page: #12161d; --card: #1b212b; --accent: #7cb7ff; --heat: #3076bd; --wrong: #ef8733;
          --s0: #7cb7ff; --s1: #ef8733; --s2: #4aa872; --s3: #c07fb0; --s4: #ece36e; --s5: #d5dfe2; }
      }
      """;

  private Palette() {}

  /** {@return the rules that define the colours} */
  static String css() {
    return COLOURS;
  }
}
