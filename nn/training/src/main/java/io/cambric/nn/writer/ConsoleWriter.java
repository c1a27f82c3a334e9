package io.cambric.nn.writer;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

/**
 * A writer of one line per step, with aligned columns: {@code step 100 loss 0.2500 accuracy
 * 0.9100}. It shows scalars, texts and hyperparameters. Mutable, for one thread.
 */
public final class ConsoleWriter implements MetricWriter {

  private static final int STEP_WIDTH = 6;
  private static final String GAP = "  ";

  private final PrintWriter out;
  private final Map<String, Integer> widths = new HashMap<>();

  private ConsoleWriter(PrintWriter out) {
    this.out = out;
  }

  /** {@return a console writer to {@code out}, which it does not close} */
  public static ConsoleWriter of(PrintWriter out) {
    return new ConsoleWriter(out);
  }

  /** {@return a console writer to standard output} */
  public static ConsoleWriter standard() {
    return of(Terminal.output());
  }

  @Override
  public void writeScalars(long step, Map<String, Double> values) {
    var line = start(step);
    values.forEach((name, value) -> {
      var text = ScalarText.of(value);
      int width = widths.merge(name, text.length(), Math::max);
      line.append(GAP).append(name).append(' ');
      line.repeat(' ', width - text.length()).append(text);
    });
    out.println(line);
    out.flush();
  }

  private static StringBuilder start(long step) {
    var number = Long.toString(step);
    return new StringBuilder("step ")
        .repeat(' ', Math.max(0, STEP_WIDTH - number.length()))
        .append(number);
  }

  @Override
  public void writeTexts(long step, Map<String, String> texts) {
    texts.forEach((name, text) ->
        out.println(start(step).append(GAP).append(name).append(": ").append(text)));
    out.flush();
  }

  @Override
  public void writeHyperparameters(Map<String, ?> values) {
    values.forEach((name, value) -> out.println(name + ": " + value));
    out.flush();
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }

  /** {@return its kind} */
  @Override
  public String toString() {
    return "ConsoleWriter";
  }
}
