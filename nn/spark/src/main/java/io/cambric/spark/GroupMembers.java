package io.cambric.spark;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.distributed.ProcessGroup;
import io.cambric.errors.DataException;
import io.cambric.errors.ProcessGroupException;
import io.cambric.lax.Lax;
import io.cambric.nn.training.TrainState;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;

/**
 * The facts that the processes of a group agree on, while the axis is bound.
 *
 * @param group of all processes
 * @param axisName the axis whose lanes are the processes
 */
record GroupMembers(ProcessGroup group, String axisName) {

  /** The number of checkpoints whose steps a process reports. */
  private static final int LATEST = 8;

  private static final long NONE = -1;

  /** {@return the numbers of all processes, by rank} */
  private long[][] gathered(long... own) {
    var aval = new ShapedArray(Shape.of(own.length), DType.I64);
    var all =
        Lax.allGather(NdArray.of(aval, Buffer.wrap(DType.I64, own)), axisName).concrete("gather");
    var numbers = new long[group.size()][own.length];
    for (int rank = 0; rank < numbers.length; rank++) {
      for (int i = 0; i < own.length; i++) {
        numbers[rank][i] = all.getLong(rank * own.length + i);
      }
    }
    return numbers;
  }

  /**
   * {@return the first rows, as many as all processes have}
   *
   * @throws DataException if a process has no row
   */
  <T> List<T> even(List<T> rows) {
    long count = Arrays.stream(gathered(rows.size())).mapToLong(own -> own[0]).min().orElseThrow();
    if (count == 0) {
      throw new DataException(
          "SparkTrainer needs at least one row for each of %d processes, but there are fewer. Pass more rows, or use fewer processes."
              .formatted(group.size()));
    }
    return rows.subList(0, (int) count);
  }

  /**
   * {@return the latest step for which all saving processes have a checkpoint}
   *
   * @param steps of the checkpoints of this process, ascending
   * @param saves whether it saves any
   */
  OptionalLong latestCommon(List<Long> steps, boolean saves) {
    var own = new long[LATEST + 1];
    Arrays.fill(own, NONE);
    own[LATEST] = saves ? 1 : 0;
    var latest = steps.subList(Math.max(0, steps.size() - LATEST), steps.size());
    for (int i = 0; i < latest.size(); i++) {
      own[i] = latest.get(i);
    }
    var common = new HashSet<Long>();
    var all = gathered(own);
    // Rank 0 saves whenever any process does.
    Arrays.stream(all[0]).limit(LATEST).filter(step -> step != NONE).forEach(common::add);
    for (var other : all) {
      if (other[LATEST] == 1) {
        common.retainAll(Arrays.stream(other).limit(LATEST).boxed().toList());
      }
    }
    return common.stream().mapToLong(Long::longValue).max();
  }

  /**
   * Compares the states of the processes.
   *
   * @throws PermanentFailure if they differ in a bit, with a {@link ProcessGroupException}
   */
  void requireSame(TrainState<?> state, long step) {
    var all = gathered(TreeDigest.number(state.params()), TreeDigest.number(state));
    for (int rank = 1; rank < all.length; rank++) {
      if (!Arrays.equals(all[0], all[rank])) {
        throw new PermanentFailure(
            new ProcessGroupException(
                "All processes of a training must have equal states, but after step %d process %d has different %s from process 0. Average gradients and statistics over the axis \"%s\" with Lax.pmean, or save the state of each process with checkpointEach."
                    .formatted(
                        step,
                        rank,
                        all[0][0] == all[rank][0]
                            ? "states of the optimiser or the model"
                            : "parameters",
                        axisName)));
      }
    }
  }
}
