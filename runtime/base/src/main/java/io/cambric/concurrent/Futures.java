package io.cambric.concurrent;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waiting for futures. */
public final class Futures {

  private Futures() {}

  /**
   * {@return a result, which is waited for also while this thread is interrupted; its mark is kept}
   *
   * @throws ExecutionException if the other thread failed
   */
  public static <R> R getUninterruptibly(Future<R> result) throws ExecutionException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return result.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
