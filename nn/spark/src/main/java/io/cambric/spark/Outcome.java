package io.cambric.spark;

import io.cambric.nn.training.TrainingResult;
import io.cambric.nn.training.TrainState;
import java.io.Serializable;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** The report of a task at its end. If Spark should retry a failure, the task throws it instead. */
sealed interface Outcome extends Serializable {

  /**
   * The end of a training in one process.
   *
   * @param metrics the latest number of each
   * @param state the state of rank 0; {@code null} from others
   */
  record Ended(
      TrainingMember member,
      int epochs,
      long steps,
      LinkedHashMap<String, Double> metrics,
      @Nullable SerializedTree state)
      implements Outcome {

    static <S extends TrainState<S>> Ended of(
        int rank, int size, String host, TrainingResult<S> trained) {
      var digest = TreeDigest.of(trained.state().params());
      var pid = ProcessHandle.current().pid();
      return new Ended(
          new TrainingMember(rank, size, host, pid, digest),
          trained.epochs(),
          trained.steps(),
          new LinkedHashMap<>(trained.metrics()),
          rank == 0 ? SerializedTree.of(trained.state()) : null);
    }
  }

  /** A failure that another attempt would meet again. */
  record Failed(int rank, Throwable failure) implements Outcome {

    /** {@return the failure, as text if it has parts that Spark cannot send} */
    static Failed of(int rank, Throwable failure) {
      try {
        SerializedObjects.of(failure);
        return new Failed(rank, failure);
      } catch (Exception e) {
        var text = new IllegalStateException(failure.toString());
        text.setStackTrace(failure.getStackTrace());
        return new Failed(rank, text);
      }
    }
  }

  /** The end of a process because another one has {@link Failed}. */
  record Stopped(int rank) implements Outcome {}
}
