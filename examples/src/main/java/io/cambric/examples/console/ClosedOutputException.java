package io.cambric.examples.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/**
 * The reader of the output is gone, as after {@code | head -1}. The rest of the work has no use.
 */
public final class ClosedOutputException extends UncheckedIOException {

  private static final long serialVersionUID = 1L;

  /** The exit code of a program that a signal of a closed pipe has ended. */
  public static final int EXIT_CODE = 128 + 13;

  private ClosedOutputException() {
    super(new IOException("The output was closed."));
  }

  /**
   * Hands on what was printed.
   *
   * @throws ClosedOutputException if nobody takes it
   */
  public static void check(PrintWriter out) {
    if (out.checkError()) {
      throw new ClosedOutputException();
    }
  }
}
