package io.cambric.nn.writer;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The progress of long work, with its rate and the time left. On a terminal it is one redrawn line
 * that fits the width; elsewhere it is a whole line every ten seconds. Mutable, for one thread.
 *
 * {@snippet :
 * var progress = Progress.standard(new PrintWriter(System.out, true));
 * for (int i = 1; i <= steps; i++) {
 *   state = step.apply(state, batch);
 *   progress.show("epoch 1", i, steps);   // epoch 1 [######........] 40/100 21.5/s 0:02 left
 * }
 * progress.println("epoch 1: loss 0.25");
 * }
 */
public final class Progress {

  /** A total that is not known. */
  public static final long UNKNOWN = -1;

  private static final int WIDTH = 30;

  /** A shorter bar shows nothing. */
  private static final int MIN_WIDTH = 5;

  private static final String CLEARED = "\r\u001b[2K";
  private static final String REST_CLEARED = "\u001b[K";
  private static final long REDRAW_NANOS = 50_000_000L;
  private static final long LINE_NANOS = 10_000_000_000L;
  private static final double NANOS = 1e9;

  private final PrintWriter out;
  private final boolean terminal;
  private final int columns;
  private final LongSupplier nanos;
  private long lastShown;
  private String label = "";
  private long firstDone;
  private long firstNanos;
  private long lastDone = Long.MAX_VALUE;

  /** The text on the terminal; empty for nothing. */
  private String line = "";

  /**
   * Shows on {@code out}.
   *
   * @param terminal whether the output can redraw a line
   * @param columns of the terminal
   */
  public Progress(PrintWriter out, boolean terminal, int columns) {
    this(out, terminal, columns, System::nanoTime);
  }

  Progress(PrintWriter out, boolean terminal, int columns, LongSupplier nanos) {
    this.out = out;
    this.terminal = terminal;
    this.columns = columns;
    this.nanos = nanos;
    lastShown = nanos.getAsLong() - (terminal ? REDRAW_NANOS : 0);
  }

  /** {@return progress on standard output, by its writer} */
  public static Progress standard(PrintWriter out) {
    return new Progress(out, Terminal.isInteractive(), Terminal.columns());
  }

  /** {@return progress that shows nothing} */
  public static Progress none() {
    return new Progress(new PrintWriter(Writer.nullWriter()), false, 0);
  }

  /**
   * Shows how much is done; draws or prints at a limited rate.
   *
   * @param label what is being done
   * @param done units done, from 0 to {@code total}
   * @param total units in all, positive
   */
  public void show(String label, long done, long total) {
    show(label, done, total, () -> "");
  }

  /**
   * Shows how much is done and a note; draws or prints at a limited rate.
   *
   * <p>The rate counts from the first call with this label. So it leaves out the compilation in the
   * first unit.
   *
   * @param label what is being done
   * @param done units done, from 0 to {@code total}
   * @param total units in all, positive, or {@link #UNKNOWN}
   * @param note a text after the times, such as the latest numbers; left out if there is no room,
   *     and computed only when it is shown
   */
  public void show(String label, long done, long total, Supplier<String> note) {
    long now = nanos.getAsLong();
    if (!label.equals(this.label) || done < lastDone) {
      this.label = label;
      firstDone = done;
      firstNanos = now;
    }
    lastDone = done;
    long pause = terminal ? REDRAW_NANOS : LINE_NANOS;
    boolean isLast = total != UNKNOWN && done >= total;
    boolean isDue = now - lastShown >= pause || (terminal && isLast);
    if (isDue) {
      lastShown = now;
      draw(done, total, note.get(), now);
    }
  }

  private void draw(long done, long total, String note, long now) {
    var counts = total == UNKNOWN ? Long.toString(done) : done + "/" + total;
    var times = times(done, total, now);
    var end = note.isEmpty() ? "" : "  " + note;
    if (!terminal) {
      out.println(label + " " + counts + times + end);
      out.flush();
    } else {
      var bare = fitting(counts, times, total == UNKNOWN ? -1 : (double) done / total);
      redraw(bare.length() + end.length() < columns ? bare + end : bare);
    }
  }

  private void redraw(String text) {
    line = text;
    out.print("\r" + text + REST_CLEARED);
    out.flush();
  }

  /**
   * {@return a line no longer than the width of the terminal, since longer lines can't be redrawn}
   *
   * @param part the finished fraction, drawn as a bar; negative for no bar
   */
  private String fitting(String counts, String times, double part) {
    // The last column stays free: some terminals begin a new line after it.
    int room = columns - 1;
    int rest = label.length() + counts.length() + times.length() + "[]  ".length();
    int width = Math.min(WIDTH, room - rest);
    if (width >= MIN_WIDTH && part >= 0) {
      int filled = (int) Math.clamp(width * part, 0, width);
      var bar = "#".repeat(filled) + ".".repeat(width - filled);
      return "%s [%s] %s%s".formatted(label, bar, counts, times);
    }
    var line = label + " " + counts + times;
    if (line.length() > room) {
      line = label + " " + counts;
    }
    return line.length() > room ? line.substring(0, Math.max(0, room)) : line;
  }

  /** {@return rate and time left; nothing while they are not known} */
  private String times(long done, long total, long now) {
    double seconds = (now - firstNanos) / NANOS;
    if (done <= firstDone || seconds <= 0) {
      return "";
    }
    double rate = (done - firstDone) / seconds;
    var left = done < total ? " " + duration((total - done) / rate) + " left" : "";
    return " " + rate(rate) + left;
  }

  private static String rate(double rate) {
    if (rate < 1) {
      return String.format(Locale.ROOT, "%.3g s each", 1 / rate);
    }
    return String.format(Locale.ROOT, rate < 100 ? "%.1f/s" : "%.0f/s", rate);
  }

  static String duration(double seconds) {
    long whole = Math.round(seconds);
    long minutes = whole / 60;
    return minutes < 60
        ? "%d:%02d".formatted(minutes, whole % 60)
        : "%d:%02d:%02d".formatted(minutes / 60, minutes % 60, whole % 60);
  }

  /** Removes the line from a terminal, so that the next output has a line of its own. */
  public void clear() {
    if (!line.isEmpty()) {
      line = "";
      out.print(CLEARED);
      out.flush();
    }
  }

  /** Runs code that may print to the same terminal, with the line removed meanwhile. */
  public void aside(Runnable printing) {
    var before = line;
    clear();
    printing.run();
    if (!before.isEmpty()) {
      redraw(before);
    }
  }

  /** Prints a whole line instead of the progress. */
  public void println(String line) {
    clear();
    out.println(line);
    out.flush();
    lastShown = nanos.getAsLong();
  }

  /** {@return the label of the bar} */
  @Override
  public String toString() {
    return "Progress of " + (label.isEmpty() ? "nothing yet" : label);
  }
}
