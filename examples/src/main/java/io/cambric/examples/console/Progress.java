package io.cambric.examples.console;

import java.io.PrintWriter;

/**
 * A progress line of long work. It is redrawn on a terminal and absent elsewhere, so that logs hold
 * only whole lines. Mutable, for one thread.
 */
public final class Progress {

  private static final int WIDTH = 30;

  /** A shorter bar shows nothing. */
  private static final int MIN_WIDTH = 5;

  private static final String CLEARED = "\r\u001b[2K";
  private static final long REDRAW_NANOS = 50_000_000L;

  private final PrintWriter out;
  private final boolean terminal;
  private final int columns;
  private long lastDrawn;

  /**
   * Shows on {@code out}; as a bar only where that is a terminal.
   *
   * @param columns of the terminal
   */
  public Progress(PrintWriter out, boolean terminal, int columns) {
    this.out = out;
    this.terminal = terminal;
    this.columns = columns;
  }

  /** {@return progress on standard output, by its writer; a bar where that is a terminal} */
  public static Progress standard(PrintWriter out) {
    var console = System.console();
    return new Progress(out, console != null && console.isTerminal(), Terminal.columns());
  }

  /**
   * Shows how much is done; limits how often the line is redrawn.
   *
   * @param label what is being done
   * @param done units done, at most {@code total}
   * @param total units in all, positive
   */
  public void show(String label, int done, int total) {
    long now = System.nanoTime();
    if (!terminal || (done < total && now - lastDrawn < REDRAW_NANOS)) {
      return;
    }
    lastDrawn = now;
    // A line that is longer than the terminal is wide could not be drawn over.
    int rest = "%s [] %d/%d ".formatted(label, total, total).length();
    int width = Math.min(WIDTH, columns - rest);
    int filled = (int) ((long) width * done / total);
    var bar = width < MIN_WIDTH ? "" : "[" + "#".repeat(filled) + ".".repeat(width - filled) + "] ";
    out.print("\r%s %s%d/%d".formatted(label, bar, done, total));
    out.flush();
  }

  /** Takes the bar off, so that what comes next has a line of its own. */
  public void clear() {
    if (terminal) {
      out.print(CLEARED);
      out.flush();
    }
  }

  /**
   * Prints a whole line, over the bar if there is one.
   *
   * @throws ClosedOutputException if nobody reads it
   */
  public void println(String line) {
    clear();
    out.println(line);
    ClosedOutputException.check(out);
  }
}
