package io.cambric.spark;

import io.cambric.errors.CambricException;
import io.cambric.errors.ProcessGroupException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A failure that another attempt would meet again, on its way through the group: its text reaches
 * the other processes, which then know that they must not be restarted.
 */
final class PermanentFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The mark in the texts of failures that other processes get. */
  private static final String MARK = "permanent failure, ";

  private final Throwable failure;

  PermanentFailure(Throwable failure) {
    super(failure);
    this.failure = failure;
  }

  Throwable failure() {
    return failure;
  }

  /**
   * {@return whether another attempt would fail alike}
   *
   * <p>Errors of the library would repeat: errors of data, shapes, names, options. A broken
   * connection may recover, and an unreadable file may be readable again.
   */
  static boolean isPermanent(Throwable failure) {
    boolean isOurs = false;
    for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof PermanentFailure) {
        return true;
      }
      if (each instanceof ProcessGroupException || each instanceof IOException) {
        return false;
      }
      isOurs |= each instanceof CambricException;
    }
    return isOurs;
  }

  /** {@return whether such a failure of another process stopped this one} */
  static boolean isOfAnother(ProcessGroupException stopped) {
    return String.valueOf(stopped.getMessage()).contains(MARK);
  }

  @Override
  public String toString() {
    return MARK + failure;
  }
}
