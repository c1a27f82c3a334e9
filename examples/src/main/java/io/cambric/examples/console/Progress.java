package io.cambric.examples.console;

import java.io.PrintWriter;

/**
 * Shows how far long work is: one line that redraws itself on a terminal, nothing elsewhere, so
 * that logs hold only whole lines. Mutable, for one thread.
 */
public final class Progress {

  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = 50_000_000L;

  private final PrintWriter out;
  private final boolean terminal;
  private long lastDrawn;

  /** Shows on {@code out}; as a bar only where that is a terminal. */
  public Progress(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** {@return progress on standard output, by its writer; a bar where that is a terminal} */
  public static Progress standard(PrintWriter out) {
    var console = System.console();
    return new Progress(out, console != null && console.isTerminal());
  }

  /**
   * Says how much is done; redraws at most every 50 ms.
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
    int filled = (int) ((long) WIDTH * done / total);
    out.print(
        "\r%s [%s%s] %d/%d"
            .formatted(label, "#".repeat(filled), ".".repeat(WIDTH - filled), done, total));
    out.flush();
  }

  /** Prints a whole line, over the bar if there is one. */
  public void println(String line) {
    out.println(terminal ? "\r\u001b[2K" + line : line);
    out.flush();
  }
}
