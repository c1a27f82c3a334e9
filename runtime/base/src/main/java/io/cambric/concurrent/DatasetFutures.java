package io.cambric.concurrent;

import io.cambric.errors.DataException;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Results of the threads that prepare values of a dataset, and their failures. */
public final class DatasetFutures {

  private DatasetFutures() {}

  /** {@return a result; its failure is thrown as it is} */
  public static <R> R join(Future<R> result) {
    try {
      return result.get();
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw failure(Objects.requireNonNullElse(e.getCause(), e));
    }
  }

  /** Waits for work that was cancelled, also while this thread is interrupted. */
  public static void await(Future<?> result) {
    try {
      Futures.getUninterruptibly(result);
    } catch (ExecutionException e) {
      throw failure(Objects.requireNonNullElse(e.getCause(), e));
    }
  }

  /** {@return the failure of another thread, to be thrown} */
  public static RuntimeException failure(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException exception
        ? exception
        : new DataException(
            "A dataset function must not throw a checked exception, but threw %s. Catch it in the function."
                .formatted(cause),
            cause);
  }

  /** {@return the failure of a reader that was interrupted while it waited; its mark is kept} */
  public static DataException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new DataException(
        "The thread was interrupted while it read a dataset. Close the iterator, or "
            + "resume from its position.",
        cause);
  }
}
