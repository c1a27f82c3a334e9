package io.cambric.spark;

import io.cambric.nn.loop.Trained;
import io.cambric.nn.training.TrainState;
import java.io.Serializable;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The end of a training in one process.
 *
 * @param metrics the latest number of each
 * @param state that of rank 0; {@code null} from others
 */
record Outcome(
    TrainingMember member,
    int epochs,
    long steps,
    LinkedHashMap<String, Double> metrics,
    @Nullable SerializedTree state)
    implements Serializable {

  static <S extends TrainState<S>> Outcome of(int rank, int size, String host, Trained<S> trained) {
    var digest = TreeDigest.of(trained.state().params());
    var pid = ProcessHandle.current().pid();
    return new Outcome(
        new TrainingMember(rank, size, host, pid, digest),
        trained.epochs(),
        trained.steps(),
        new LinkedHashMap<>(trained.metrics()),
        rank == 0 ? SerializedTree.of(trained.state()) : null);
  }
}
